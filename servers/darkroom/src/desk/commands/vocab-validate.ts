import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument } from '../../calls/arguments.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import type { Desk } from '../desk.ts'
import { tryEntry } from '../try-entry.ts'

/** Creates the command that tries a move out. */
export const vocabValidate = ({ vocabulary, darktable }: Desk) =>
  defineTool({
    name: 'vocab_validate',
    summary: 'Apply, write, mask and render a move of the vocabulary, to see if it works.',
    description:
      'The rules of manifests are checked when a pack is loaded; this finds faults beyond them.',
    input: z.object({ name: entryArgument }),
    output: z.object({
      name: z.string(),
      pack: z.string(),
      checks: z.array(
        z.object({
          check: z.string(),
          result: z.enum(['passed', 'failed', 'skipped']),
          detail: z.string(),
        }),
      ),
    }),
    effect: 'read',
    codes: ['not_found', 'invalid_input', 'darktable_error', 'state_error'],
    cli: { group: 'vocab', positionals: ['name'] },
    run: ({ name }, call) =>
      guard(call, async () => {
        const entry = findEntry(vocabulary, name, 'name')
        const checks = [...(await tryEntry(entry, vocabulary, darktable, call.signal))]
        const data = { name, pack: entry.pack, checks }
        const failed = checks.filter(({ result }) => result === 'failed').map(({ check }) => check)
        if (failed.length === 0) return ok(data)
        const message = `${name} does not pass: ${failed.join(', ')}.`
        return call.reject([{ code: 'invalid_input', message, path: 'name' }], { data })
      }),
  })
