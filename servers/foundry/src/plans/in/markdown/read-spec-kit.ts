import { FoundryError } from '../../../errors/foundry-error.ts'
import type { ForeignPlan, PlanFile, Remark } from '../../foreign-plan.ts'
import { settlePlan } from '../../settle/settle-plan.ts'
import { tasksOf } from '../../settle/tasks-of.ts'
import { leftOver } from './left-over.ts'
import type { ListNode } from './list/create-list.ts'
import { type Section, toSections } from './list/to-sections.ts'
import { notRead } from './read-kiro.ts'
import { isTaskHeading, readMarkdown } from './read-markdown.ts'
import { missionOfDocument, titleOfDocument } from './title-of-document.ts'
import { toPhases } from './to-phases.ts'
import { withOrder } from './with-order.ts'
import { withoutCriteria } from './without-criteria.ts'

/** Sections of the template that tell how to use it; what is in them is not work. */
const isHelp = ({ title }: Section) =>
  /^(?:format|path conventions|table of contents|parallel (?:example|execution)|implementation strategy|notes)\b/i.test(
    title,
  )

const isOrder = ({ title, trail }: Section) =>
  [title, ...trail].some((one) => /^(?:dependenc|.*execution order)/i.test(one))

/** Reads `tasks.md` of spec-kit: tasks in lines, or one heading a task. */
export function readSpecKit(files: readonly PlanFile[]): ForeignPlan {
  const named = (name: string) => files.find(({ path }) => path.endsWith(name))
  const tasks = named('tasks.md') ?? files[0]
  if (tasks === undefined) throw new FoundryError('INVALID_PLAN', 'No tasks.md was given.')
  const remarks: Remark[] = []
  const source = toSections(tasks)
  const rule = {
    isTask: ({ mark }: ListNode) => mark !== undefined,
    isHeading: (section: Section) => isTaskHeading(section, source.sections),
  }
  const work = source.sections.filter((section) => !isHelp(section) && !isOrder(section))
  const { document, criteria } = withoutCriteria({ ...source, sections: work }, rule)
  const options = { ...rule, remarks, hasOrdinalIds: false, fallback: 'Tasks' }
  const found = toPhases(document, options)
  if (tasksOf({ phases: found }).length === 0) return { ...readMarkdown([tasks]), kind: 'spec-kit' }
  const order = source.sections.filter(isOrder)
  const phases = withOrder(found, order, { path: tasks.path, remarks })
  const spec = named('spec.md')
  const about = spec && toSections(spec)
  return settlePlan({
    kind: 'spec-kit',
    path: tasks.path,
    title: titleOfDocument(document) ?? (about && titleOfDocument(about)) ?? folderOf(tasks.path),
    mission: missionOf(spec) ?? (about && missionOfDocument(about)),
    phases,
    criteria,
    notes: [],
    remarks: [...remarks, ...leftOver(document, phases), ...notRead(files, [tasks, spec])],
    rest: {},
  })
}

const folderOf = (path: string) => path.split('/').at(-2) ?? 'Tasks of spec-kit'

/** The words that the specification was made from. */
const missionOf = (spec: PlanFile | undefined): string | undefined =>
  /^\*\*Input\*\*:\s*(?:User description:\s*)?"?(.+?)"?\s*$/m.exec(spec?.text ?? '')?.[1]
