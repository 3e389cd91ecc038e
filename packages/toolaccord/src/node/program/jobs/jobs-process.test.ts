import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lab, createLab, hasTerminals, isAlive } from '../../../../test/job-programs.ts'

let lab: Lab
beforeEach(async () => {
  lab = await createLab()
})
afterEach(() => lab.close())

const timeout = 60_000
const idIn = (text: string) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(text)?.[0] ?? ''

interface Listed {
  readonly job_id: string
  readonly state: string
}

/** Leaves a job behind as a process does that was killed while it ran. */
async function leaveJob(logged: string, ...args: readonly string[]): Promise<void> {
  const command = lab.start('./lab.mjs', ...args)
  await lab.untilLogged(logged)
  command.child.kill('SIGKILL')
  await command.ended()
}

function listJobs(...flags: readonly string[]): readonly Listed[] {
  const { out } = lab.run('jobs', './lab.mjs', '--json', ...flags)
  // The cast names what the command documents.
  return (JSON.parse(out) as { data: { jobs: readonly Listed[] } }).data.jobs
}

describe('a long tool as a command', { timeout }, () => {
  it('prints only its answer on stdout, and its progress as events on stderr', () => {
    const { exit, out, err } = lab.run('./lab.mjs', 'develop', '2')
    expect({ exit, out }).toEqual({ exit: 0, out: 'frames: 2\n' })
    const events = err
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object)
    expect(events[0]).toMatchObject({ event: 'job', job_id: expect.any(String), tool: 'develop' })
    expect(events.slice(1)).toEqual([
      expect.objectContaining({ event: 'progress', done: 0, total: 2, message: 'frame 0' }),
      expect.objectContaining({ event: 'progress', done: 1, total: 2, message: 'frame 1' }),
    ])
  })

  it('is cancelled by an interrupt, says so, and its own process is gone', async () => {
    const command = lab.start('./lab.mjs', 'enlarge')
    const pid = Number((await lab.untilLogged('child')).split(' ')[1])
    command.child.kill('SIGINT')
    expect(await command.ended()).toMatchObject({ exit: 130 })
    expect(command.written.err).toContain('Cancelling enlarge.')
    expect(command.written.err).toContain('error[CANCELLED]')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    expect(listJobs()).toMatchObject([{ state: 'cancelled' }])
  })

  it('goes on in another process if it is interrupted twice, from where it was', async () => {
    const command = lab.start('./lab.mjs', 'develop', '8', '--ms', '200')
    await lab.untilLogged('develop 1')
    command.child.kill('SIGINT')
    await command.until('Ctrl-C again leaves it running')
    command.child.kill('SIGINT')
    expect(await command.ended()).toMatchObject({ exit: 130 })
    const id = idIn(command.written.out)
    expect(command.written.err).toContain(`next: toolaccord ./lab.mjs jobs wait ${id}`)
    expect(lab.run('./lab.mjs', 'jobs', 'wait', id)).toMatchObject({ exit: 0, out: 'frames: 8\n' })
    const lines = await lab.log()
    expect(lines.filter((line) => line === 'develop 0')).toHaveLength(1)
  })

  it('ends at a second interrupt if no other process can go on with it', async () => {
    const command = lab.start('./lab.mjs', 'fix')
    await lab.untilLogged('fix')
    command.child.kill('SIGINT')
    expect(await command.ended()).toMatchObject({ exit: 130 })
    expect(command.written.err).not.toContain('leaves it running')
    expect(await lab.log()).toEqual(['fix', 'stopped'])
  })

  it('stops after --timeout', async () => {
    expect(lab.run('./lab.mjs', 'fix', '--timeout', '300')).toMatchObject({
      exit: 15,
      err: expect.stringContaining("'fix' did not answer within 300 ms."),
    })
    expect(listJobs()).toMatchObject([{ state: 'cancelled' }])
  })
})

describe('--detach', { timeout }, () => {
  it('prints the handle and ends; whoever comes back gets the answer', async () => {
    const command = lab.start('./lab.mjs', 'develop', '3', '--ms', '300', '--detach')
    expect(await command.ended()).toMatchObject({ exit: 0 })
    const id = idIn(command.written.out)
    expect(command.written.out).toBe(`job_id: ${id}\ntool: develop\nstate: waiting\n`)
    expect(command.written.err).toContain(`next: toolaccord ./lab.mjs jobs wait ${id}`)
    expect(lab.run('jobs', './lab.mjs', 'wait', id)).toMatchObject({ exit: 0, out: 'frames: 3\n' })
    expect(lab.run('./lab.mjs', 'get-result', id)).toMatchObject({ exit: 0, out: 'frames: 3\n' })
  })

  it('starts a worker of a program with the options of the program', async () => {
    const command = lab.startProgram('develop', '1', '--detach', '--room', 'dark room')
    expect(await command.ended()).toMatchObject({ exit: 0 })
    expect(command.written.err).toContain(`next: lab jobs wait ${idIn(command.written.out)}`)
    await lab.untilLogged('develop 0')
    expect(await lab.log()).toEqual(['room dark room false', 'room dark room true', 'develop 0'])
  })

  it('lets the job be cancelled from elsewhere, and its own process is gone', async () => {
    const command = lab.start('./lab.mjs', 'enlarge', '--detach', '--quiet')
    await command.ended()
    const pid = Number((await lab.untilLogged('child')).split(' ')[1])
    expect(lab.run('./lab.mjs', 'jobs', 'cancel', idIn(command.written.out))).toMatchObject({
      exit: 0,
      out: expect.stringContaining('state: cancelled'),
    })
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })
})

describe('work', { timeout }, () => {
  it('goes on from the checkpoint of a worker that was killed, and ends with --once', async () => {
    await leaveJob('develop 2', 'develop', '6', '--ms', '200')
    const { exit, err } = lab.run('work', './lab.mjs', '--once')
    expect(exit).toBe(0)
    expect(err).toContain('runs, from its checkpoint.')
    expect(err).toContain('has ended.')
    const lines = await lab.log()
    expect(lines.filter((line) => line === 'develop 0')).toHaveLength(1)
    expect(lines.at(-1)).toBe('develop 5')
    expect(listJobs()).toMatchObject([{ state: 'completed', failed: false, deaths: 1 }])
    expect(listJobs('--failed')).toEqual([])
  })

  it('is what a job needs that a killed process has left, and the list says so', async () => {
    await leaveJob('develop 2', 'develop', '400')
    expect(listJobs()).toMatchObject([{ state: 'left' }])
    const hint = /Nobody works on one job: start the server, or run: toolaccord \.\/lab\.mjs work\./
    const { out, err } = lab.run('./lab.mjs', 'jobs')
    expect({ out, err }).toEqual({
      out: expect.stringMatching(/develop +left /),
      err: expect.stringMatching(hint),
    })
    const id = idIn(out)
    expect(lab.run('jobs', './lab.mjs', 'show', id).err).toContain('Nobody works on it:')
    expect(lab.run('jobs', './lab.mjs', 'wait', id, '--timeout', '100').err).toContain(
      'Nobody works on it:',
    )
    const worker = lab.start('work', './lab.mjs', '--close-ms', '0')
    await worker.until('runs,')
    expect(listJobs()).toMatchObject([{ state: 'running' }])
    expect(lab.run('./lab.mjs', 'jobs').err).not.toContain('Nobody')
  })

  it('is understood before and after the server, with its flags', async () => {
    await leaveJob('develop 2', 'develop', '4')
    const { exit, err } = lab.run('./lab.mjs', 'work', '--once', '--concurrency', '1')
    expect({ exit, err }).toEqual({ exit: 0, err: expect.stringContaining('has ended.') })
  })

  it('runs as many jobs at a time as --concurrency says', async () => {
    const commands = [0, 1].map(() => lab.start('./lab.mjs', 'develop', '12'))
    for (const command of commands) await command.until('"done":1')
    for (const { child } of commands) child.kill('SIGKILL')
    for (const command of commands) await command.ended()
    const { err } = lab.run('work', './lab.mjs', '--once', '--concurrency', '1')
    const states = err.match(/(runs,|has ended)/g)
    expect(states).toEqual(['runs,', 'has ended', 'runs,', 'has ended'])
  })

  it('ends a job with the truth that must not run again, which is a dead letter then', async () => {
    await leaveJob('fix', 'fix')
    expect(lab.run('work', './lab.mjs', '--once')).toMatchObject({
      exit: 0,
      err: expect.stringContaining("The process that ran 'fix' has died."),
    })
    const [failed] = listJobs('--failed')
    expect(failed).toMatchObject({ tool: 'fix', problem: { message: expect.any(String) } })
    expect(await lab.log()).toEqual(['fix'])
    expect(lab.run('./lab.mjs', 'jobs', '--failed').out).toContain('has died')
  })

  it('lets running jobs end when it is stopped', async () => {
    await leaveJob('develop 2', 'develop', '8', '--ms', '200')
    const worker = lab.start('work', './lab.mjs')
    await worker.until('runs,')
    worker.child.kill('SIGTERM')
    expect(await worker.ended()).toEqual({ exit: 0, signal: null })
    expect(worker.written.err).toContain('has ended.')
    expect((await lab.log()).at(-1)).toBe('develop 7')
  })

  it('leaves a job that does not end in time to another worker', async () => {
    await leaveJob('develop 2', 'develop', '400')
    const worker = lab.startProgram('work', '--close-ms', '0')
    await worker.until('runs,')
    worker.child.kill('SIGTERM')
    expect(await worker.ended()).toEqual({ exit: 0, signal: null })
    expect(worker.written.err).toContain('is left to another process.')
    expect(listJobs()).toMatchObject([{ state: 'waiting', deaths: 1 }])
  })

  it('ends at once at a second signal', async () => {
    await leaveJob('develop 2', 'develop', '400')
    const worker = lab.start('work', './lab.mjs', '--close-ms', '600000')
    await worker.until('runs,')
    worker.child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(worker.child.exitCode).toBeNull()
    worker.child.kill('SIGINT')
    expect(await worker.ended()).toEqual({ exit: 130, signal: null })
  })
})

describe('toolaccord', { timeout }, () => {
  it.each([
    [['jobs'], 'The server is missing.'],
    [['work'], 'The server is missing.'],
    [['work', './lab.mjs', 'now'], "Unexpected argument 'now'"],
    [['work', './lab.mjs', '--close-ms=-1'], '--close-ms must be a number from 0'],
    [['work', './lab.mjs', '--failed'], 'Unknown flag --failed.'],
    [['work', './lab.mjs', '--concurrency', '0'], '--concurrency must be a number from 1'],
    [['./lab.mjs', 'work', 'now'], "Unexpected argument 'now'"],
    [['./lab.mjs', 'serve'], 'Write: toolaccord serve ./lab.mjs.'],
    [['./lab.mjs', 'cost'], 'Write: toolaccord cost ./lab.mjs.'],
    [['jobs', './lab.mjs', 'shwo', 'x'], 'Did you mean show?'],
    [['jobs', './none.mjs'], "There is no server './none.mjs'."],
  ])('refuses %j', (args, message) => {
    expect(lab.run(...args)).toMatchObject({ exit: 2, err: expect.stringContaining(message) })
  })
})

if (!hasTerminals) {
  console.error('SKIPPED: script is not installed, so nothing is tested on a terminal')
}

describe.skipIf(!hasTerminals)('on a terminal', { timeout }, () => {
  it('a long tool has a bar with its time and its message, which goes when it ends', async () => {
    const command = lab.startOnTerminal('./lab.mjs', 'develop', '3', '--ms', '700')
    expect(await command.ended()).toMatchObject({ exit: 0 })
    const { out } = command.written
    expect(out).toContain('[################--------] 2/3 frame 2')
    // The time goes on where no progress is reported.
    expect(out).toMatch(/0:01 \[/)
    expect(out.split('\r\u001b[K').at(-1)).toMatch(/frames:.* 3\r\n$/)
  })

  it('Ctrl-C once cancels it, and twice leaves it running', async () => {
    const once = lab.startOnTerminal('./lab.mjs', 'develop', '100')
    await once.until('2/100')
    once.child.stdin?.write('\u0003')
    expect(await once.ended()).toMatchObject({ exit: 130 })
    expect(once.written.out).toContain('note: Cancelling develop.')
    const twice = lab.startOnTerminal('./lab.mjs', 'develop', '20')
    await twice.until('2/20')
    twice.child.stdin?.write('\u0003')
    await twice.until('Ctrl-C again')
    twice.child.stdin?.write('\u0003')
    expect(await twice.ended()).toMatchObject({ exit: 130 })
    expect(twice.written.out).toContain('jobs wait')
    await lab.untilLogged('develop 19')
  })
})
