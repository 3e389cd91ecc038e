import { describe, expect, it } from 'vitest'
import type { Contract } from '../../../contracts/contract/contract.ts'
import { dtprContract } from '../../../contracts/dtpr/contract.ts'
import { responseV2Contract } from '../../../contracts/response-v2/contract.ts'
import { Scan } from '../read/scan.ts'
import { isSwitch, readGlobals } from './flags.ts'

function readFor(contract: Contract, ...argv: string[]) {
  const scan = new Scan(argv)
  scan.readRest()
  return readGlobals(scan.given, contract)
}
const read = (...argv: string[]) => readFor(responseV2Contract, ...argv)

describe('the flags of every command', () => {
  it('are off when they are not given', () => {
    expect(read()).toEqual({
      globals: {
        help: false,
        version: false,
        format: 'human',
        contract: responseV2Contract,
        stdin: false,
        quiet: false,
        verbose: false,
        yes: false,
      },
      problems: [],
    })
  })

  it('are all understood', () => {
    expect(
      read(
        '-h',
        '-V',
        '--json',
        '--dialect',
        'dtpr',
        '--stdin',
        '-q',
        '-v',
        '--timeout',
        '500',
        '--budget',
        '600',
        '--request-id',
        'r1',
        '--idempotency-key',
        'k1',
        '-y',
        '--no-color',
      ),
    ).toEqual({
      globals: {
        help: true,
        version: true,
        format: 'json',
        contract: dtprContract,
        stdin: true,
        quiet: true,
        verbose: true,
        timeoutMs: 500,
        budget: 600,
        requestId: 'r1',
        idempotencyKey: 'k1',
        yes: true,
        color: false,
      },
      problems: [],
    })
  })

  it('let the last of several win, and events win over one envelope', () => {
    expect(
      read('--color', '--no-color', '--timeout=1', '--timeout=2', '--ndjson', '--json').globals,
    ).toMatchObject({ color: false, timeoutMs: 2, format: 'ndjson' })
  })

  it('know a dialect of the server’s own', () => {
    const own = { ...responseV2Contract, name: 'house' }
    expect(readFor(own, '--dialect', 'house')).toMatchObject({
      globals: { contract: own },
      problems: [],
    })
    expect(readFor(own, '--dialect', 'huose').problems).toMatchObject([
      { hint: expect.stringContaining("Did you mean 'house'?") },
    ])
  })

  it('print JSON if they name a dialect, because people are not shown envelopes', () => {
    expect(read('--dialect', 'dtpr').globals.format).toBe('json')
    expect(read('--dialect', 'dtpr', '--ndjson').globals.format).toBe('ndjson')
  })

  it.each([['511'], ['0'], ['-600'], ['many'], ['']])('refuse %j as a budget', (text) => {
    expect(read(`--budget=${text}`).problems).toMatchObject([
      { reason: 'invalid_argument', message: expect.stringContaining('at least 512') },
    ])
  })

  it('are read although one of them has a problem', () => {
    expect(read('--json', '--timeout=soon', '--dialect=dtrp', '--request-id=')).toMatchObject({
      globals: { format: 'json', contract: responseV2Contract },
      problems: [
        { message: "There is no dialect 'dtrp'." },
        { message: expect.stringContaining('--timeout must be') },
        { message: '--request-id is empty.' },
      ],
    })
  })

  it('take any time over 0', () => {
    expect(read('--timeout=0.5')).toMatchObject({ globals: { timeoutMs: 0.5 }, problems: [] })
  })

  it.each([['0'], ['-5'], ['soon'], ['']])('refuse %j as a time', (text) => {
    expect(read(`--timeout=${text}`).problems).toMatchObject([
      { reason: 'invalid_argument', message: expect.stringContaining(`not '${text}'`) },
    ])
  })
})

describe('a switch', () => {
  it('is a flag without a value', () => {
    const quiet = { name: 'quiet', short: 'q', summary: '' }
    const tag = { name: 'tag', placeholder: 'TEXT', summary: '' }
    expect([quiet, tag].map(isSwitch)).toEqual([true, false])
  })
})
