import { FoundryError } from '../../../../errors/foundry-error.ts'
import type { ForeignPhase, ForeignPlan, PlanFile, Remark } from '../../../foreign-plan.ts'
import { settlePlan } from '../../../settle/settle-plan.ts'
import { tasksOf } from '../../../settle/tasks-of.ts'
import { toForeignPhase, toForeignTask } from '../../../to-foreign-task.ts'
import { leftOver } from '../left-over.ts'
import { type MarkdownDocument, toSections } from '../list/to-sections.ts'
import { notRead } from '../read-kiro.ts'
import { readMarkdown } from '../read-markdown.ts'
import { missionOfDocument, titleOfDocument } from '../title-of-document.ts'
import { toPhases } from '../to-phases.ts'
import { withoutCriteria } from '../without-criteria.ts'
import { type Delta, deltasOf } from './deltas-of.ts'
import { withDeltas } from './with-deltas.ts'

const rule = {
  isTask: ({ mark }: { readonly mark?: string | undefined }) => mark !== undefined,
  isHeading: () => false,
}

/** Reads a change of OpenSpec: its proposal, its tasks, and what it changes in the specs. */
export function readOpenSpec(files: readonly PlanFile[]): ForeignPlan {
  const named = (name: string) => files.find(({ path }) => path.endsWith(name))
  const [source, proposal] = [named('tasks.md'), named('proposal.md')]
  const specs = files.filter(({ path }) => /(?:^|\/)specs\/.+\.md$/.test(path))
  const main = source ?? proposal ?? files[0]
  if (main === undefined) throw new FoundryError('INVALID_PLAN', 'No file of a change was given.')
  const remarks: Remark[] = []
  const deltas = specs.flatMap((file) => deltasOf(file, remarks))
  const tasks = source && withoutCriteria(toSections(source), rule)
  const found = tasks ? readTasks(tasks.document, remarks) : []
  const hasTasks = tasksOf({ phases: found }).length > 0
  if (!hasTasks && deltas.length === 0) return { ...readMarkdown([main]), kind: 'openspec' }
  const linked = hasTasks
    ? withDeltas(found, deltas, { path: main.path, remarks })
    : { phases: [toPhaseOfDeltas(deltas, main.path, remarks)], criteria: [] }
  const about = proposal && toSections(proposal)
  const leftOvers = tasks ? leftOver(tasks.document, found) : []
  return settlePlan({
    kind: 'openspec',
    path: main.path,
    title: (about && titleOfDocument(about)) ?? folderOf(main.path),
    mission: about && missionOfDocument(about),
    phases: linked.phases,
    criteria: [...(tasks?.criteria ?? []), ...linked.criteria],
    notes: [],
    remarks: [...remarks, ...leftOvers, ...notRead(files, [source, proposal, ...specs])],
    rest: { requirements: deltas.map(({ id, operation }) => ({ id, operation })) },
  })
}

const folderOf = (path: string) => path.split('/').at(-2) ?? 'Change of OpenSpec'

const readTasks = (document: MarkdownDocument, remarks: Remark[]) =>
  toPhases(document, { ...rule, remarks, hasOrdinalIds: true, fallback: 'Tasks' })

/** A change without tasks has one for each requirement. */
function toPhaseOfDeltas(deltas: readonly Delta[], path: string, remarks: Remark[]): ForeignPhase {
  const message = 'The change does not have a list of tasks.'
  remarks.push({ path, message, action: 'Each requirement that it changes is a task.' })
  const tasks = deltas.map((delta) =>
    toForeignTask({
      foreignId: delta.id,
      title: delta.title,
      description: delta.text,
      criteria: delta.criteria,
      requirements: [{ id: delta.id, text: delta.text }],
      path: delta.path,
      line: delta.line,
      rest: { operation: delta.operation },
    }),
  )
  return toForeignPhase({ foreignId: 'phase:requirements', title: 'Requirements', tasks })
}
