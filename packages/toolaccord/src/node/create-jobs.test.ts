import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { type JobsOptions, createJobs } from './create-jobs.ts'

const long = (run: (checkpoint: (state: unknown) => Promise<void>) => Promise<void>) =>
  defineTool({
    name: 'scan',
    summary: 'Scan a book.',
    output: z.object({}),
    effect: 'write',
    long: true,
    async run(_, call) {
      await run(call.checkpoint)
      return ok({})
    },
  })

describe('the options of createJobs', () => {
  it.each<[given: unknown, fault: RegExp]>([
    ['/tmp/jobs', /^createJobs takes an object/],
    [{ foldr: '/tmp/jobs' }, /^createJobs has no option 'foldr'; did you mean 'folder'\?$/],
    [{ folder: 5 }, /^folder: must be the path of a folder$/],
    [{ concurrency: 0 }, /^concurrency: 0 is not a whole number from 1 on$/],
    [{ concurrencyPerCaller: -1 }, /^concurrencyPerCaller: -1 is not/],
    [{ maxPerCaller: 'x' }, /^maxPerCaller: x is not/],
  ])('are checked: %j', (given, fault) => {
    // The cast gives what JavaScript may give.
    expect(() => createJobs(given as JobsOptions)).toThrow(fault)
  })
})

describe('the numbers of a long tool', () => {
  it('are checked at definition, each with what is accepted', () => {
    const slow = defineTool({
      name: 'slow',
      summary: 'Take long.',
      output: z.object({}),
      effect: 'read',
      long: { maxMs: 2 ** 31, keepMs: -1, retries: 0.5, concurrency: 0 },
      run: () => ok({}),
    })
    const define = () => defineServer({ name: 'lab', version: '1', tools: [slow] })
    expect(define).toThrow(/long\.maxMs: 2147483648 is not a time/)
    expect(define).toThrow(/long\.keepMs: -1 is not a time/)
    expect(define).toThrow(/long\.retries: 0\.5 is not a whole number/)
    expect(define).toThrow(/long\.concurrency: 0 is not a whole number/)
  })
})

describe('a checkpoint', () => {
  it.each<[name: string, state: unknown]>([
    ['a BigInt', { n: 1n }],
    ['a function', () => {}],
    ['what is not a number', { n: Number.NaN }],
    ['nothing', undefined],
  ])('that is not JSON fails the tool at once: %s', async (_, state) => {
    const scan = long((checkpoint) => checkpoint(state))
    const server = defineServer({ name: 'lab', version: '1', tools: [scan], log: silentLog })
    expect(await server.callByName('scan')).toMatchObject({
      ok: false,
      problems: [{ code: 'INTERNAL_ERROR' }],
    })
  })
})
