import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  createJobServer,
  createKeptJobs,
  createKeptStore,
  createShortServer,
} from '../../../../test/job-server.ts'
import { runCommand } from '../../../../test/run-command.ts'
import { defineTool } from '../../../define/tool.ts'
import { createMemoryJobs } from '../../../jobs/engine/create-memory-jobs.ts'
import { findPending } from '../../../jobs/to-pending.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'

async function startJob(server: Server, tool: string, args: object = {}): Promise<string> {
  const outcome = await server.callByName(tool, args, { waitMs: 0, face: 'cli' })
  return findPending(outcome)?.job_id ?? ''
}

async function untilState(server: Server, id: string, state: string): Promise<void> {
  const find = async () => (await server.jobs?.find(id, { face: 'cli' }))?.state
  await expect.poll(find).toBe(state)
}

describe('jobs', () => {
  it('lists the newest first, as a table or as JSON', async () => {
    const server = createJobServer()
    const first = await startJob(server, 'develop', { frames: 2 })
    await untilState(server, first, 'completed')
    const second = await startJob(server, 'spoil')
    await untilState(server, second, 'completed')
    const { exit, out } = await runCommand(server, ['jobs'])
    expect(exit).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^JOB_ID +TOOL +STATE +ATTEMPTS +CREATED +NEWS$/)
    expect(lines).toHaveLength(3)
    const all = lines.join('\n')
    expect(all).toContain(second)
    expect(all).toMatch(/spoil +failed +1 .* NOT_FOUND: There is no film\./)
    expect(all).toMatch(/develop +completed +1 /)
    const json = await runCommand(server, ['jobs', '--json'])
    expect(JSON.parse(json.out)).toMatchObject({
      data: {
        jobs: expect.arrayContaining([
          expect.objectContaining({ job_id: first, state: 'completed', failed: false, done: 2 }),
          expect.objectContaining({
            job_id: second,
            failed: true,
            problem: { code: 'NOT_FOUND', message: 'There is no film.' },
          }),
        ]),
      },
    })
  })

  it('lists with --failed only what came to no good end', async () => {
    const server = createJobServer()
    const good = await startJob(server, 'develop')
    await untilState(server, good, 'completed')
    expect(await runCommand(server, ['jobs', '--failed'])).toEqual({
      exit: 0,
      out: '',
      err: 'note: No job has failed.\n',
    })
    const bad = await startJob(server, 'spoil')
    await untilState(server, bad, 'completed')
    const { out } = await runCommand(server, ['jobs', '--failed'])
    expect(out).toContain(bad)
    expect(out).not.toContain(good)
  })

  it('says that there are none', async () => {
    expect(await runCommand(createJobServer(), ['jobs'])).toEqual({
      exit: 0,
      out: '',
      err: 'note: There are no jobs.\n',
    })
  })

  it('shows one with its arguments', async () => {
    const server = createJobServer()
    const id = await startJob(server, 'develop', { frames: 3 })
    await untilState(server, id, 'completed')
    const { out } = await runCommand(server, ['jobs', 'show', id, '--json'])
    expect(JSON.parse(out)).toMatchObject({
      data: { job_id: id, tool: 'develop', attempts: 1, deaths: 0, arguments: { frames: 3 } },
    })
  })

  it('waits for one, and prints its answer as its command would have', async () => {
    const server = createJobServer()
    const direct = await runCommand(server, ['develop', '2'])
    const id = await startJob(server, 'develop', { frames: 2 })
    const waited = await runCommand(server, ['jobs', 'wait', id])
    expect(waited).toMatchObject({ exit: 0, out: direct.out })
    const failed = await startJob(server, 'spoil')
    const { exit, err } = await runCommand(server, ['jobs', 'wait', failed])
    const { exit: directExit } = await runCommand(server, ['spoil'])
    expect(exit).toBe(directExit)
    expect(err).toContain('error[NOT_FOUND]: There is no film.')
  })

  it('only stops waiting at an interrupt or at --timeout', async () => {
    const server = createJobServer()
    const id = await startJob(server, 'develop', { frames: 1000 })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const { signal } = controller
    expect(await runCommand(server, ['jobs', 'wait', id, '-q'], { signal })).toMatchObject({
      exit: 130,
      err: expect.stringContaining('develop goes on'),
    })
    expect(await runCommand(server, ['jobs', 'wait', id, '-q', '--timeout', '50'])).toMatchObject({
      exit: 15,
      err: expect.stringContaining('goes on'),
    })
    await untilState(server, id, 'running')
    await server.jobs?.close(AbortSignal.abort())
  })

  it('cancels one, and says the same if it had ended', async () => {
    const server = createJobServer()
    const id = await startJob(server, 'develop', { frames: 1000 })
    await untilState(server, id, 'running')
    const cancelled = await runCommand(server, ['jobs', 'cancel', id])
    expect(cancelled).toMatchObject({ exit: 0, out: expect.stringContaining('state: cancelled') })
    expect(await runCommand(server, ['jobs', 'cancel', id])).toMatchObject({
      exit: 0,
      out: cancelled.out,
      err: 'note: develop had ended before.\n',
    })
  })

  it('asks on the terminal what a job asks that was left to another process', async () => {
    const store = createKeptStore()
    const [here, there] = [createKeptJobs(store), createKeptJobs(store)].map(createJobServer)
    const io = { startWorker() {}, prompt: async () => 'colour' }
    const handle = here && (await runCommand(here, ['choose', '--detach', '--json'], io))
    const { data } = JSON.parse(handle?.out ?? '') as { data: { job_id: string } }
    await there?.jobs?.work()
    const argv = ['jobs', 'wait', data.job_id]
    expect(here && (await runCommand(here, argv))).toMatchObject({
      exit: 15,
      err: expect.stringContaining('there is no terminal to ask on'),
    })
    expect(here && (await runCommand(here, argv, io))).toMatchObject({
      exit: 0,
      out: 'film: colour\n',
    })
    await there?.jobs?.close()
  })

  it.each([
    [['jobs', 'show'], 'The job to show is missing.'],
    [['jobs', 'burn', 'x'], "Nothing can be done with jobs by 'burn'."],
    [['jobs', 'show', 'x', 'y'], "Unexpected argument 'y': this command takes 2 arguments."],
    [['jobs', 'wait', 'x'], "There is no job 'x' of yours."],
    [['jobs', 'cancel', '../x'], "There is no job '../x' of yours."],
    [['jobs', '--once'], 'Unknown flag --once.'],
  ])('refuses %j', async (argv, message) => {
    const { exit, out, err } = await runCommand(createJobServer(), argv)
    expect(exit).not.toBe(0)
    expect({ out, err }).toEqual({ out: '', err: expect.stringContaining(message) })
  })

  it('shows no job of a caller that has a name', async () => {
    const server = createJobServer()
    const caller = { id: 'ada', scopes: [] }
    const outcome = await server.callByName('develop', {}, { waitMs: 0, caller })
    const id = findPending(outcome)?.job_id ?? ''
    expect(await runCommand(server, ['jobs', 'show', id])).toMatchObject({ exit: 3 })
    expect(await runCommand(server, ['jobs', 'show', id], { caller })).toMatchObject({ exit: 0 })
  })

  it('says that a server has no long tool, or keeps its jobs in memory', async () => {
    expect(await runCommand(createShortServer(), ['jobs'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("'lab' has no jobs: none of its tools may take long."),
    })
    expect(await runCommand(createJobServer(createMemoryJobs()), ['jobs'])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/'lab' keeps its jobs in memory[^]*createJobs\(\)/),
    })
  })

  it('suggests what was meant, and explains each form in its help', async () => {
    expect((await runCommand(createJobServer(), ['jobs', 'shwo', 'x'])).err).toContain(
      'Did you mean show?',
    )
    const { out } = await runCommand(createJobServer(), ['jobs', '--help'])
    expect(out).toMatch(/lab jobs +List jobs, the newest first\./)
    for (const action of ['show', 'wait', 'cancel'])
      expect(out).toMatch(new RegExp(`lab jobs ${action} ID +[A-Z]`))
  })

  it('is in the help and the completion of a server with long tools only', async () => {
    const long = await runCommand(createJobServer(), ['--help'])
    expect(long.out).toContain('  jobs        List jobs;')
    expect((await runCommand(createShortServer(), ['--help'])).out).not.toContain('jobs')
    expect((await runCommand(createJobServer(), ['help', 'jobs'])).out).toContain('--failed')
    const script = await runCommand(createJobServer(), ['completion', 'bash'])
    expect(script.out).toContain('jobs) words=(show wait cancel)')
  })

  it('leaves its name to a tool that is called so', async () => {
    const own = defineTool({
      name: 'jobs',
      summary: 'List vacancies.',
      output: z.object({ vacancies: z.int() }),
      effect: 'read',
      run: () => ok({ vacancies: 2 }),
    })
    const server = createJobServer().withTools([own])
    expect(await runCommand(server, ['jobs'])).toMatchObject({ exit: 0, out: 'vacancies: 2\n' })
    const handle = await runCommand(server, ['develop', '--detach'], { startWorker() {} })
    expect(handle.err).toMatch(/next: lab get-result [\da-f-]{36}\n/)
  })
})
