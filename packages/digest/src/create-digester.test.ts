import { describe, expect, it, vi } from 'vitest'
import { type DigestCache, createDigestCache } from './create-digest-cache.ts'
import { createDigester } from './create-digester.ts'
import { type DigestPayload, serializeDigest } from './payload/digest-payload.ts'
import type { Summarize } from './summary/to-abstract-summary.ts'

const text = 'Corals bleach when the water is warm. Fish leave the reef after that.'
const long = Array.from(
  { length: 300 },
  (_, index) => `Sentence ${index} of the text is about corals.`,
).join(' ')

describe('a digester', () => {
  it('condenses long documents and leaves short ones alone', async () => {
    const digester = createDigester()
    expect(await digester.digest(long, 'corals')).toMatchObject({
      status: 'digested',
      isCached: false,
      payload: { content_type: 'digest/v1' },
      document: { text: long },
    })
    expect(await digester.digest(text, 'corals')).toEqual({
      status: 'skipped',
      reason: 'too_short',
      message: expect.stringContaining('10000'),
    })
    expect(await createDigester({ policy: 'off' }).digest(long, 'corals')).toMatchObject({
      status: 'skipped',
      reason: 'policy_off',
    })
  })

  it('does not condense a digest, whatever its content type says', async () => {
    const digester = createDigester({ policy: 'always' })
    const digested = await digester.digest(text, 'corals')
    if (digested.status !== 'digested') throw new Error('not digested')
    const content = serializeDigest(digested.payload)
    expect(await digester.digest({ contentType: 'digest/v1', content }, 'corals')).toMatchObject({
      status: 'skipped',
      reason: 'already_digested',
    })
    expect(await digester.digest(content, 'corals')).toMatchObject({
      status: 'skipped',
      reason: 'already_digested',
    })
  })

  it('answers from its cache for the same text and query only', async () => {
    const digester = createDigester({ policy: 'always' })
    const first = await digester.digest(text, 'corals')
    const again = await digester.digest(
      { contentType: 'text/html', content: `<p>${text}</p>` },
      'corals',
    )
    expect([first, again]).toMatchObject([{ isCached: false }, { isCached: true }])
    expect(again).toEqual({ ...first, isCached: true })
    expect(await digester.digest(text, 'Corals')).toMatchObject({ isCached: false })
    expect(await digester.digest(`${text}!`, 'corals')).toMatchObject({ isCached: false })
  })

  it('keys a shared cache by its options', async () => {
    const cache = createDigestCache()
    const isCached = async (options: object) => {
      const answer = await createDigester({ policy: 'always', cache, ...options }).digest(
        text,
        'corals',
      )
      return answer.status === 'digested' && answer.isCached
    }
    expect([
      await isCached({}),
      await isCached({}),
      await isCached({ keyPoints: 1 }),
      await isCached({ locale: 'de' }),
      await isCached({ summarize: async () => 'a', summarizerId: 'a' }),
      await isCached({ summarize: async () => 'b', summarizerId: 'b' }),
    ]).toEqual([false, true, false, false, false, false])
  })

  it('does not keep a fallback, and guards its summariser', async () => {
    const summarize = vi.fn<Summarize>(async () => Promise.reject(new Error('down')))
    const digester = createDigester({ policy: 'always', summarize })
    for (let time = 0; time < 6; time++) await digester.digest(text, 'corals')
    expect(summarize).toHaveBeenCalledTimes(5)
    expect(await digester.digest(text, 'corals')).toMatchObject({
      isCached: false,
      warnings: [{ code: 'FALLBACK_USED', context: { reason: 'circuit_open' } }],
    })
  })

  it('works if its cache fails, or returns something else', async () => {
    const broken: DigestCache = {
      get: () => {
        throw new Error('down')
      },
      set: async () => Promise.reject(new Error('down')),
    }
    // A cache that other programs write to may have such entries.
    const foreign: DigestCache = {
      get: async () => ({ version: '1.0' }) as DigestPayload,
      set: () => {},
    }
    for (const cache of [broken, foreign])
      expect(
        await createDigester({ policy: 'always', cache }).digest(text, 'corals'),
      ).toMatchObject({ status: 'digested', isCached: false })
  })

  it('passes the signal on, and cannot be created with limits that cannot work', async () => {
    await expect(
      createDigester({ policy: 'always' }).digest(text, 'corals', { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ reason: 'cancelled' })
    expect(() => createDigester({ keyPoints: 99 })).toThrow(/keyPoints is 99/)
    expect(() => createDigester({ limits: { maxPages: 0 } })).toThrow(/maxPages is 0/)
  })
})
