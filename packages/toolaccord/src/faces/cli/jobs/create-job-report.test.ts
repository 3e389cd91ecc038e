import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderOf } from '../../../../test/job-engine-body.ts'
import { responseV2Contract } from '../../../contracts/response-v2/contract.ts'
import type { Progress } from '../../../define/call.ts'
import type { Job } from '../../../jobs/job.ts'
import { readGlobals } from '../commands/flags.ts'
import { Scan } from '../read/scan.ts'
import { createJobReport, toClock } from './create-job-report.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const jobWith = (progress?: Progress): Job => ({
  order: orderOf('j1'),
  state: 'running',
  attempts: 1,
  deaths: 0,
  progress,
  createdAt: 1_000_000,
  changedAt: 1_000_000,
})

function createReport(isTTY: boolean, ...flags: readonly string[]) {
  const written = { out: '', err: '' }
  const scan = new Scan(flags)
  scan.readRest()
  const { globals } = readGlobals(scan.given, responseV2Contract)
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
    },
    isTTY,
    columns: 80,
  })
  const io = { stdout: stream('out'), stderr: stream('err'), async *stdin() {}, env: {} }
  return { report: createJobReport(io, globals), written }
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

describe('the report of a job on a terminal', () => {
  it('shows the time, the bar and the message, and lives when nothing is reported', () => {
    const { report, written } = createReport(true)
    report.begin(jobWith())
    vi.advanceTimersByTime(2000)
    report.change(jobWith({ done: 1, total: 4, message: 'frame 1' }))
    vi.advanceTimersByTime(61_000)
    report.end()
    const drawn = written.err.split('\r\u001b[K')
    expect(drawn.slice(1, 5)).toEqual([
      '0:00 export is running',
      '0:01 export is running',
      '0:02 export is running',
      '0:02 [######------------------] 1/4 frame 1',
    ])
    expect(drawn.at(-2)).toBe('1:03 [######------------------] 1/4 frame 1')
    expect(drawn.at(-1)).toBe('')
    expect(written.out).toBe('')
  })

  it('draws nothing after its end', () => {
    const { report, written } = createReport(true)
    report.begin(jobWith())
    report.end()
    const before = written.err
    report.change(jobWith({ done: 1 }))
    vi.advanceTimersByTime(5000)
    expect(written.err).toBe(before)
  })

  it('writes a note in a line of its own', () => {
    const { report, written } = createReport(true)
    report.begin(jobWith())
    report.note('Cancelling.')
    expect(written.err).toContain('\r\u001b[Knote: Cancelling.\n')
    report.end()
  })
})

describe('the report of a job to a program', () => {
  it.each([
    ['without a terminal', false, []],
    ['with --json', true, ['--json']],
  ] as const)('is events on stderr %s', (_, isTTY, flags) => {
    const { report, written } = createReport(isTTY, ...flags)
    report.begin(jobWith())
    report.change(jobWith({ done: 1, total: 2 }))
    report.change(jobWith({ done: 1, total: 2 }))
    vi.advanceTimersByTime(1500)
    report.change(jobWith({ done: 2, total: 2, message: 'over' }))
    report.note('Cancelling.')
    report.end()
    expect(linesOf(written.err).map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'job', job_id: 'j1', tool: 'export', state: 'running' },
      { event: 'progress', job_id: 'j1', done: 1, total: 2, elapsed_ms: 0 },
      { event: 'progress', job_id: 'j1', done: 2, total: 2, message: 'over', elapsed_ms: 1500 },
      { event: 'note', message: 'Cancelling.' },
    ])
    expect(written.out).toBe('')
  })

  it('is on stdout with --ndjson, where the result follows', () => {
    const { report, written } = createReport(false, '--ndjson')
    report.begin(jobWith({ done: 1 }))
    expect(linesOf(written.out)).toHaveLength(2)
    expect(written.err).toBe('')
  })

  it('is one line of JSON per event, whatever a tool says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const { report, written } = createReport(false)
        report.begin(jobWith({ done: 1, message }))
        const [, line = ''] = linesOf(written.err)
        expect(JSON.parse(line)).toMatchObject({ event: 'progress', message })
      }),
    )
  })

  it('is nothing with --quiet', () => {
    const { report, written } = createReport(false, '--quiet')
    report.begin(jobWith({ done: 1 }))
    report.note('Cancelling.')
    expect(written).toEqual({ out: '', err: '' })
  })
})

describe('a clock', () => {
  it.each([
    [0, '0:00'],
    [59_999, '0:59'],
    [60_000, '1:00'],
    [3_599_000, '59:59'],
    [3_723_000, '1:02:03'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(toClock(ms)).toBe(text)
  })
})
