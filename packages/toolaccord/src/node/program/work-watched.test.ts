import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  createJobServer,
  createKeptJobs,
  createKeptStore,
  createShortServer,
} from '../../../test/job-server.ts'
import { defineTool } from '../../define/tool.ts'
import { createMemoryJobs } from '../../jobs/engine/create-memory-jobs.ts'
import { ok } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import { runProgram } from './run-program.ts'

async function run(server: Server, argv: readonly string[], signal = new AbortController().signal) {
  const written = { out: '', err: '' }
  const serves: boolean[] = []
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
    },
  })
  const init = {
    name: 'lab',
    createServer: (start: { readonly serves: boolean }) => {
      serves.push(start.serves)
      return server
    },
  }
  const io = { stdout: stream('out'), stderr: stream('err'), async *stdin() {}, env: {}, signal }
  const exit = await runProgram(init, argv, io)
  return { exit, ...written, serves }
}

const ownWork = defineTool({
  name: 'work',
  summary: 'Go to work.',
  input: z.object({ hours: z.int().default(8) }),
  output: z.object({ hours: z.int() }),
  effect: 'write',
  run: ({ hours }) => ok({ hours }),
})

describe('work of a program', () => {
  it('runs what another process has left, tells of it, and ends with --once', async () => {
    const store = createKeptStore()
    const here = createJobServer(createKeptJobs(store))
    await here.jobs?.close()
    for (const tool of ['develop', 'spoil']) await here.callByName(tool, {}, { waitMs: 0 })
    const there = createJobServer(createKeptJobs(store))
    const { exit, out, err, serves } = await run(there, ['work', '--once'])
    expect({ exit, out, serves }).toEqual({ exit: 0, out: '', serves: [true] })
    expect(err).toMatch(/^lab 1\.0\.0 works, with process \d+\.$/m)
    expect(err).toMatch(/^develop [\da-f-]{36} runs, attempt 1\.$/m)
    expect(err).toMatch(/^develop [\da-f-]{36} has ended\.$/m)
    expect(err).toMatch(/^spoil [\da-f-]{36} failed: NOT_FOUND: There is no film\.$/m)
    expect(err).toMatch(/lab works no more\.\n$/)
  })

  it('goes on if its store is away for a moment', async () => {
    const store = createKeptStore()
    const here = createJobServer(createKeptJobs(store))
    await here.jobs?.close()
    await here.callByName('develop', {}, { waitMs: 0 })
    let looks = 0
    const list: typeof store.list = async (filter) => {
      looks++
      // The second look is the first of those that ask whether anything is left.
      if (looks === 2) throw new Error('away')
      return store.list(filter)
    }
    const there = createJobServer(createKeptJobs({ ...store, list }))
    const { exit, err } = await run(there, ['work', '--once'])
    expect(exit).toBe(0)
    expect(err).toContain('has ended.')
    expect(looks).toBeGreaterThan(2)
  })

  it('works until it is stopped, and tells nothing with --quiet', async () => {
    const controller = new AbortController()
    const working = run(createJobServer(), ['work', '-q'], controller.signal)
    controller.abort()
    expect(await working).toMatchObject({ exit: 0, out: '', err: '' })
  })

  it('is refused if there is nothing to work on', async () => {
    expect(await run(createShortServer(), ['work'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("no tool of 'lab' may take long."),
    })
    expect(await run(createJobServer(createMemoryJobs()), ['work'])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/'lab' keeps its jobs in memory[^]*createJobs\(\)/),
    })
  })

  it.each([
    [['work', '--close-ms', 'soon'], '--close-ms must be a number from 0 to'],
    [['work', 'hard'], "Unexpected argument 'hard': this command takes no arguments."],
    [['work', '--twice'], 'Unknown flag --twice.'],
  ])('refuses %j', async (argv, message) => {
    expect(await run(createJobServer(), argv)).toMatchObject({
      exit: 2,
      err: expect.stringContaining(message),
    })
  })

  it('is in the help and the completion, beside serve', async () => {
    const { out } = await run(createJobServer(), ['--help'])
    expect(out).toMatch(/ {2}serve +Serve it[^]*\n {2}work +Run jobs until stopped/)
    expect((await run(createShortServer(), ['--help'])).out).not.toContain('  work ')
    for (const argv of [
      ['work', '--help'],
      ['help', 'work'],
    ]) {
      const help = await run(createJobServer(), argv)
      expect(help).toMatchObject({ exit: 0, out: expect.stringMatching(/--once[^]*--close-ms MS/) })
    }
    const script = await run(createJobServer(), ['completion', 'bash'])
    expect(script.out).toContain('work) words=(--once --concurrency --close-ms)')
  })

  it('leaves its name to a tool, and then no process can be started for a job', async () => {
    const server = createJobServer().withTools([ownWork])
    expect(await run(server, ['work', '--hours', '4'])).toMatchObject({
      exit: 0,
      out: 'hours: 4\n',
    })
    expect(await run(server, ['develop', '--detach'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("without a tool that is its command 'work'"),
    })
  })
})
