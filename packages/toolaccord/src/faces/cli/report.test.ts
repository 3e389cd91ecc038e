import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../test/run-command.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
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
