import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../../test/run-command.ts'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'

/** Runs one command line, with a terminal that answers when there is one. */
async function run(argv: readonly string[], answer?: boolean | 'nothing') {
  const ran: unknown[] = []
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    input: z.strictObject({ id: z.string() }),
    output: z.object({ id: z.string() }),
    effect: 'destroy',
    cli: { positionals: ['id'] },
    run(input) {
      ran.push(input)
      return ok(input)
    },
  })
  const server = defineServer({
    name: 'notes',
    version: '1',
    tools: [deleteNote],
    log: silentLog,
    env: {},
  })
  const asked: string[] = []
  const prompt = async (question: string) => {
    asked.push(question)
    if (answer === 'nothing') return undefined
    return answer === true ? 'y' : 'n'
  }
  const hasTerminal = answer !== undefined
  const { exit, out, err } = await runCommand(server, argv, {
    lines: ['n1'],
    prompt: hasTerminal ? prompt : undefined,
  })
  return { exit, ran, asked, written: out + err }
}

describe('a command that destroys', () => {
  it('asks on a terminal, and shows what is agreed to', async () => {
    const { exit, ran, asked } = await run(['delete-note', 'n1'], true)
    expect([exit, ran]).toEqual([0, [{ id: 'n1' }]])
    expect(asked).toEqual([
      'Delete a note for good.\n\nDELETE_NOTE {"id":"n1"}\n' +
        'Do it (It may not be possible to undo this) [y/N]: ',
    ])
  })

  it('does nothing when the user says no', async () => {
    expect(await run(['delete-note', 'n1'], false)).toMatchObject({
      exit: 9,
      ran: [],
      written: expect.stringContaining('The user declined.'),
    })
  })

  it('does not ask when --yes says so beforehand', async () => {
    expect(await run(['delete-note', 'n1', '--yes'], false)).toMatchObject({
      exit: 0,
      ran: [{ id: 'n1' }],
      asked: [],
    })
  })

  it('does nothing without a terminal and without --yes, and names the flag', async () => {
    expect(await run(['delete-note', 'n1'])).toMatchObject({
      exit: 9,
      ran: [],
      written: expect.stringContaining('Ask the user. If they agree, run it again with --yes.'),
    })
  })

  it('does nothing when nobody answers', async () => {
    const { exit, ran, written } = await run(['delete-note', 'n1'], 'nothing')
    expect([exit, ran]).toEqual([9, []])
    expect(written).toContain('Nobody answered the question.')
    expect(written).not.toMatch(/explicit_action|TOOLACCORD/)
  })

  it('does not ask about arguments that it would refuse', async () => {
    expect(await run(['delete-note', 'n1', '--nope', 'x'], true)).toMatchObject({ asked: [] })
  })

  it('never asks in the middle of lines from standard input', async () => {
    expect(await run(['delete-note', '--stdin'], true)).toMatchObject({
      exit: 9,
      ran: [],
      asked: [],
    })
    expect(await run(['delete-note', '--stdin', '-y'], true)).toMatchObject({
      exit: 0,
      ran: [{ id: 'n1' }],
      asked: [],
    })
  })

  it('says in its help that it asks', async () => {
    expect((await run(['delete-note', '--help'])).written).toContain('--yes agrees beforehand')
  })
})
