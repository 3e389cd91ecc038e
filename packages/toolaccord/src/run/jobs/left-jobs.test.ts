import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createKeptJobs } from '../../../test/job-server.ts'
import { defineTool } from '../../define/tool.ts'
import type { Logger } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'

/** A server whose tool heeds its signal, and what it has logged. */
function createLab(repeatable: boolean) {
  const lines: { readonly level: string; readonly message: string }[] = []
  const write = (level: string) => (message: string) => lines.push({ level, message })
  const log: Logger = {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
  let begin: () => void
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const develop = defineTool({
    name: 'develop',
    summary: 'Develop until it is stopped.',
    output: z.object({}),
    effect: 'write',
    long: { repeatable },
    async run(_, { signal }) {
      begin()
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return ok({})
    },
  })
  const jobs = createKeptJobs()
  const server = defineServer({ name: 'lab', version: '1.0.0', tools: [develop], jobs, log })
  return { server, begun, lines }
}

describe('a job whose tool heeds its signal, when its server closes', () => {
  it.each([
    ['that its caller waits for', undefined],
    ['that its caller has left', 0],
  ])('%s is logged as left, not as an error or as cancelled', async (_, waitMs) => {
    const { server, begun, lines } = createLab(true)
    const called = server.callByName('develop', {}, { waitMs })
    await begun
    await expect.poll(() => server.jobs?.list({ face: 'direct' }, 1)).toHaveLength(1)
    server.jobs?.release()
    await server.jobs?.close(AbortSignal.abort())
    expect(await called).toMatchObject({ ok: true, data: { tool: 'develop' } })
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
    const left = { level: 'info', message: 'the job of develop is left to the next server' }
    await expect.poll(() => lines).toContainEqual(left)
    expect(await server.jobs?.list({ face: 'direct' }, 1)).toMatchObject([{ state: 'waiting' }])
  })

  it('is logged as stopped if it may not run again', async () => {
    const { server, begun, lines } = createLab(false)
    await server.callByName('develop', {}, { waitMs: 0 })
    await begun
    await server.jobs?.close(AbortSignal.abort())
    expect(lines.map(({ message }) => message).join()).not.toContain('left to the next server')
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(await server.jobs?.list({ face: 'direct' }, 1)).toMatchObject([{ state: 'completed' }])
  })
})
