import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../test/run-command.ts'
import { createMemoryArchive } from '../../archive/create-memory-archive.ts'
import type { Contract } from '../../contracts/contract/contract.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { defineTool } from '../../define/tool.ts'
import { createContentFidelity } from '../../fidelity/create-content-fidelity.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'

const output = z.object({})
const crash = defineTool({
  name: 'crash',
  summary: 'Break.',
  output,
  effect: 'read',
  run: () => {
    throw new Error('a bug')
  },
})
const fail = defineTool({
  name: 'fail',
  summary: 'Fail.',
  output,
  effect: 'read',
  codes: ['disk_full'],
  run: (_, call) => call.fail('disk_full'),
})
const server = defineServer({
  name: 'a',
  version: '1',
  codes: { disk_full: { kind: 'internal', message: 'The disk is full.' } },
  tools: [crash, fail],
  log: silentLog,
  newId: () => 'r1',
})

const errOf = async (...argv: readonly string[]): Promise<string> =>
  (await runCommand(server, argv)).err

describe('a failure that is masked', () => {
  const note = 'note: --verbose shows what the server logged.\n'

  it('says to people where to look', async () => {
    expect(await errOf('crash')).toBe(
      'error[INTERNAL_ERROR]: The server failed to answer this call.\n' +
        '  hint: Retry later; if it happens again, report request id r1.\n' +
        note,
    )
  })

  it.each([
    ['people see the log already', ['crash', '--verbose']],
    ['they want quiet', ['crash', '--quiet']],
    ['a program reads JSON', ['crash', '--json']],
    ['the author says what happened', ['fail']],
  ])('says nothing more if %s', async (_, argv) => {
    expect(await errOf(...argv)).not.toContain(note)
  })
})

describe('an answer within a budget', () => {
  const listOf = (count: number) =>
    defineTool({
      name: 'list',
      summary: 'List.',
      output: z.object({ items: z.array(z.string()) }),
      effect: 'read',
      run: () => ok({ items: Array.from({ length: count }, (_, index) => `item ${index}`) }),
    })

  it.each(['--json', '--ndjson'])('is encoded once for %s, and reads the same', async (format) => {
    let encodings = 0
    const contract: Contract = {
      ...responseV2Contract,
      encode(outcome, codes) {
        encodings++
        return responseV2Contract.encode(outcome, codes)
      },
    }
    // How long a tool ran differs from run to run.
    const init = { name: 'a', version: '1', tools: [listOf(2)], newId: () => 'r1', timing: false }
    const fidelity = createContentFidelity({ archive: createMemoryArchive() })
    const plain = await runCommand(defineServer(init), ['list', format])
    const counted = await runCommand(defineServer({ ...init, contract, fidelity }), [
      'list',
      format,
    ])
    expect(counted).toEqual(plain)
    expect(encodings).toBe(1)
  })

  it('is shown to people as it was cut', async () => {
    const fidelity = createContentFidelity({ archive: createMemoryArchive() })
    const server = defineServer({ name: 'a', version: '1', tools: [listOf(2000)], fidelity })
    const { out } = await runCommand(server, ['list', '--budget', '2000'])
    expect(out).toContain('item 0')
    expect(out).not.toContain('item 1000')
  })
})
