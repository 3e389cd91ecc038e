import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { nodeOf } from '../../spec/node-of.ts'
import type { JournalEntry, Spec } from '../../spec/spec.ts'
import { specArgument, taskArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const types = ['status_change', 'deviation', 'blocker', 'decision', 'note'] as const

const input = z.object({
  spec_id: specArgument,
  task_id: taskArgument.optional().describe('Only lines about this task'),
  type: z.enum(types).optional(),
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

const Line = z.object({
  entry_id: z.string(),
  at: z.string(),
  type: z.string(),
  author: z.string(),
  task_id: z.string().optional(),
  title: z.string(),
  text: z.string(),
})

/** Creates the tool that reads the journal of a spec. */
export const journal = (foundry: Foundry) => {
  const pageOf = createIdPager<z.infer<typeof Line>>('journal', ({ entry_id }) => entry_id)
  return defineTool({
    name: 'journal',
    summary: 'Read the journal of a spec, the newest line first: who did, decided or changed what.',
    input,
    output: z.object({ spec_id: z.string(), lines: z.array(Line) }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    rest: { method: 'GET', path: '/specs/:spec_id/journal' },
    cli: { positionals: ['spec_id', 'task_id'] },
    fidelity: { items: [{ path: 'lines', id: 'entry_id' }] },
    run: ({ spec_id: named, task_id, type, limit, cursor }, call) =>
      guard(call, async () => {
        const { spec_id, spec } = await findPlan(foundry, { spec_id: named, task_id })
        checkTask(spec, task_id)
        const lines = toLines(spec).filter(
          (line) =>
            (task_id === undefined || line.task_id === task_id) &&
            (type === undefined || line.type === type),
        )
        const { items, notes } = await pageOf(lines, { limit, cursor, spec_id, task_id, type })
        return ok({ spec_id, lines: [...items] }, notes)
      }),
  })
}

/** A task that was removed is still in the journal. */
function checkTask(spec: Spec, id: string | undefined): void {
  if (id === undefined || spec.journal?.some(({ task_id }) => task_id === id)) return
  nodeOf(spec, id)
}

const toLines = ({ journal: entries = [] }: Spec): readonly z.infer<typeof Line>[] =>
  entries.map(toLine).toReversed()

/** Lines of other programs have no id; a journal only grows, so their number stays theirs. */
function toLine(entry: JournalEntry, at: number): z.infer<typeof Line> {
  const { timestamp, entry_type, author, task_id, title, content, metadata } = entry
  const entry_id = typeof metadata?.id === 'string' ? metadata.id : `line-${at + 1}`
  return { entry_id, at: timestamp, type: entry_type, author, task_id, title, text: content }
}
