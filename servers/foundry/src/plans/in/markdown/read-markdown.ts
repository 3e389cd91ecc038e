import { FoundryError } from '../../../errors/foundry-error.ts'
import type { ForeignPlan, PlanFile, Remark } from '../../foreign-plan.ts'
import { settlePlan } from '../../settle/settle-plan.ts'
import { tasksOf } from '../../settle/tasks-of.ts'
import { hasTask, type TaskRule } from './entries-of.ts'
import { leftOver } from './left-over.ts'
import type { ListNode } from './list/create-list.ts'
import { type MarkdownDocument, type Section, toSections } from './list/to-sections.ts'
import { splitId } from './task/split-id.ts'
import { missionOfDocument, titleOfDocument } from './title-of-document.ts'
import { toPhases } from './to-phases.ts'
import { withoutCriteria } from './without-criteria.ts'

const hasBox = ({ mark }: ListNode) => mark !== undefined
const never = () => false

/** A rule for what is a task, and how it is told to the reader of the remarks. */
interface Reading extends TaskRule {
  readonly name?: string | undefined
}

/** Reads a plan in free Markdown: boxes, headings with numbers, numbered lists, lists of steps. */
export function readMarkdown(files: readonly PlanFile[]): ForeignPlan {
  const [file] = files
  if (file === undefined) throw new FoundryError('INVALID_PLAN', 'No Markdown file was given.')
  const remarks: Remark[] = []
  const source = toSections(file)
  const rule = findRule(source)
  if (rule === undefined) throw noTasks(source)
  const { document, criteria } = withoutCriteria(source, rule)
  const options = { ...rule, remarks, hasOrdinalIds: false, fallback: 'Tasks' }
  const phases = toPhases(document, options)
  if (tasksOf({ phases }).length === 0) throw noTasks(source)
  if (rule.name !== undefined) {
    const message = `The file has no check boxes; ${rule.name} were read as tasks.`
    remarks.push({ path: file.path, message, action: 'They are pending.' })
  }
  return settlePlan({
    kind: 'markdown',
    path: file.path,
    title: titleOfDocument(document) ?? nameOf(file.path),
    mission: missionOfDocument(document),
    phases,
    criteria,
    notes: [],
    remarks: [...remarks, ...leftOver(document, phases)],
    rest: {},
  })
}

const nameOf = (path: string) =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '') ?? path

/** The first way of reading that finds tasks. */
function findRule({ sections }: MarkdownDocument): Reading | undefined {
  const nodes = sections.flatMap((section) => section.nodes)
  const isHeading = (section: Section) => isTaskHeading(section, sections)
  const hasBoxes = nodes.some((node) => hasTask(node, hasBox))
  if (hasBoxes || sections.some(isHeading)) return { isTask: hasBox, isHeading }
  const isNumbered = ({ ordinal }: ListNode) => ordinal !== undefined
  if (nodes.filter(isNumbered).length > 1) {
    return { isTask: isNumbered, isHeading: never, name: 'items of numbered lists' }
  }
  if (sections.filter(isStep).length > 1) {
    return { isTask: never, isHeading: isStep, name: 'headings with numbers' }
  }
  const plans = sections.filter(isPlan)
  const steps = new Set(plans.flatMap((section) => section.nodes))
  if (steps.size === 0) return undefined
  return { isTask: (node) => steps.has(node), isHeading: never, name: 'items of lists' }
}

/** True for headings such as `### Task 3: …` and `### T003 …` whose boxes have no ids. */
export function isTaskHeading(section: Section, sections: readonly Section[]): boolean {
  const { level, title } = section
  const plain = title.replace(/^\[.\]\s*/, '')
  const isNamed = /^(?:\*\*)?(?:task|story|issue)\s+#?\d/i.test(plain)
  const isCoded = /^(?:\*\*)?\[?T-?\d{1,4}[a-z]?(?:-\w+)*\]?(?:\*\*)?(?:\s*[:.—–]|\s-|\s)/.test(
    plain,
  )
  const isRange = /^\W*T-?\d+\s*(?:-|–|—|to)\s*T?-?\d+/.test(plain)
  if (level === 0 || isRange || !(isNamed || isCoded)) return false
  const index = sections.indexOf(section)
  const next = sections.findIndex((other, at) => at > index && other.level <= level)
  const below = sections.slice(index, next === -1 ? sections.length : next)
  const hasId = (node: ListNode): boolean =>
    (hasBox(node) && splitId(node.text).code !== undefined) || node.children.some(hasId)
  return !below.some(({ nodes }) => nodes.some(hasId))
}

const isStep = ({ level, title }: Section) =>
  level > 1 && /^(?:\*\*)?(?:step\s+\d+|\d+(?:\.\d+)*[.):]?\s)/i.test(title)

const isPlan = ({ title }: Section) =>
  /\b(?:tasks?|to-?dos?|steps?|plan|implementation|phase|milestone|stage|sprint|work|next)\b/i.test(
    title,
  )

function noTasks({ path, sections }: MarkdownDocument): FoundryError {
  const headings = sections.filter(({ level }) => level > 0).length
  const items = sections.reduce((sum, { nodes }) => sum + nodes.length, 0)
  return new FoundryError(
    'INVALID_PLAN',
    `${path} has no tasks that can be read: ${headings} headings and ${items} items of lists ` +
      'were looked at, and none is a check box, a numbered step, or under a heading such as "Tasks".',
    {
      path: 'path',
      hint: 'Write tasks as "- [ ] title" under headings for phases, then import again.',
      details: { file: path, headings, items },
    },
  )
}
