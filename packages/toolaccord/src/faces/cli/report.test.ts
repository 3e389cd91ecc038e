import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { defineServer } from '../../server.ts'
import { runCli } from './run-cli.ts'

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

async function errOf(...argv: readonly string[]): Promise<string> {
  let err = ''
  await runCli(server, argv, {
    stdout: { write() {} },
    stderr: { write: (text) => void (err += text) },
    async *stdin() {},
    env: {},
  })
  return err
}

describe('a failure that is masked', () => {
  const note = 'note: --verbose shows what the server logged.\n'

  it('tells people at a terminal where to look', async () => {
    expect(await errOf('crash')).toBe(
      `error[INTERNAL_ERROR]: The server failed to answer this call.\n  hint: Retry later; if it happens again, report request id r1.\n${note}`,
    )
  })

  it('does not where they see it already, want quiet or JSON, or where the author says what happened', async () => {
    for (const argv of [
      ['crash', '--verbose'],
      ['crash', '--quiet'],
      ['crash', '--json'],
      ['fail'],
    ])
      expect(await errOf(...argv)).not.toContain(note)
  })
})
