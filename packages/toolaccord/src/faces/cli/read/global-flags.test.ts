import { describe, expect, it } from 'vitest'
import type { Contract } from '../../../contracts/contract/contract.ts'
import { dtprContract } from '../../../contracts/dtpr/contract.ts'
import { responseV2Contract } from '../../../contracts/response-v2/contract.ts'
import { type Flag, createFlagSet } from '../commands/flag.ts'
import { globalFlags, readGlobals } from './global-flags.ts'
import { scan } from './scan.ts'

const readFor = (contract: Contract, ...argv: string[]) =>
  readGlobals(scan(argv, createFlagSet<Flag>(globalFlags)).given, contract)
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

  it.each([['0'], ['-5'], ['soon'], ['']])('refuse %j as a time', (text) => {
    expect(read(`--timeout=${text}`).problems).toMatchObject([
      { reason: 'invalid_argument', message: expect.stringContaining(`not '${text}'`) },
    ])
  })
})
