import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import { taskMasterStatusWords } from '../status-words.ts'
import {
  filesOf,
  flatten,
  isOwnCheck,
  metadataText,
  metadataTexts,
  type OutlineNode,
  outlineOf,
} from './outline-of.ts'

/** A task with the phase it is in and the number it gets. */
interface Numbered {
  readonly part: OutlineNode
  readonly phase?: string | undefined
  readonly number: number
}

/** Returns a spec as `tasks.json` of task-master. Phases and other states are in the metadata. */
export function toTasksJson(spec: Spec): string {
  const tops = outlineOf(spec).flatMap(topsOf)
  const numbered = tops.map((top, index) => ({ ...top, number: index + 1 }))
  const numbers = new Map<string, string>()
  for (const { part, number } of numbered) addNumbers(part, String(number), numbers)
  const context = { spec, numbers, phases: phasesOf(spec) }
  const tasks = numbered.map((top) => toTask(top, context))
  const description = spec.title ?? spec.spec_id
  const metadata = { created: spec.generated, updated: spec.last_updated, description }
  return `${JSON.stringify({ master: { tasks, metadata } }, null, 2)}\n`
}

/** The tasks of a phase, or a task that is in none. */
function topsOf(part: OutlineNode): readonly Omit<Numbered, 'number'>[] {
  const { node, parts } = part
  if (node.type !== 'phase') return [{ part }]
  return parts.map((child) => ({ part: child, phase: node.title }))
}

const tasksUnder = ({ node, parts }: OutlineNode) => parts.filter((part) => !isOwnCheck(part, node))

function addNumbers(part: OutlineNode, number: string, numbers: Map<string, string>): void {
  numbers.set(part.id, number)
  for (const [index, child] of tasksUnder(part).entries()) {
    addNumbers(child, `${number}.${index + 1}`, numbers)
  }
}

/** The tasks of each phase, for those who wait for the whole of it. */
const phasesOf = (spec: Spec) =>
  new Map(
    flatten(outlineOf(spec))
      .filter(({ node }) => node.type === 'phase')
      .map(({ id, parts }) => [id, parts.map((part) => part.id)]),
  )

interface Context {
  readonly spec: Spec
  readonly numbers: ReadonlyMap<string, string>
  readonly phases: ReadonlyMap<string, readonly string[]>
}

function toTask({ part, phase, number }: Numbered, context: Context): object {
  const { id, node, parts } = part
  const state = stateOf(node)
  const status = taskMasterStatusWords[state]
  const { dependencies, whole } = dependenciesOf(part, context)
  const subtasks = tasksUnder(part).map((child, index) =>
    toTask({ part: child, number: index + 1 }, context),
  )
  const foundry = {
    id,
    phase,
    state: state === 'blocked' || state === 'failed' ? state : undefined,
    type: node.type === 'verify' ? 'verify' : undefined,
    dependencies: whole.length > 0 ? whole : undefined,
  }
  return {
    id: number,
    title: node.title,
    description: metadataText(node, 'description') ?? node.title,
    status,
    dependencies,
    priority: priorityOf(node),
    details: detailsOf(node),
    testStrategy: strategyOf(node, parts),
    subtasks,
    metadata: { foundry },
  }
}

/** task-master takes three. */
function priorityOf(node: SpecNode): string {
  const priority = metadataText(node, 'priority')?.toLowerCase() ?? ''
  if (/^(?:high|critical|urgent|p?[01])$/.test(priority)) return 'high'
  return /^(?:low|p?[34])$/.test(priority) ? 'low' : 'medium'
}

function detailsOf(node: SpecNode): string {
  const details = metadataText(node, 'details') ?? ''
  const criteria = listUnder('Acceptance criteria:', metadataTexts(node, 'acceptance_criteria'))
  const files = listUnder(
    'Files:',
    filesOf(node).map((file) => `\`${file}\``),
  )
  return [details, criteria, files].filter((part) => part !== '').join('\n')
}

const listUnder = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : [title, ...items.map((item) => `- ${item}`)].join('\n')

function strategyOf(node: SpecNode, parts: readonly OutlineNode[]): string {
  const checks = parts.filter((part) => isOwnCheck(part, node)).map((part) => part.node)
  return checks
    .map(
      (check) => metadataText(check, 'command') ?? metadataText(check, 'expected') ?? check.title,
    )
    .join('\n')
}

interface Links {
  readonly dependencies: readonly (number | string)[]
  /** Numbers that would be taken for those of tasks beside this one. */
  readonly whole: readonly string[]
}

/** Numbers of what comes first: bare ones for tasks, and beside each other for subtasks. */
function dependenciesOf({ id, node }: OutlineNode, { spec, numbers, phases }: Context): Links {
  const parent = spec.hierarchy[node.parent ?? '']
  const ofPhase = parent?.type === 'phase' ? (parent.dependencies?.blocked_by ?? []) : []
  const first = [...(node.dependencies?.blocked_by ?? []), ...ofPhase]
  const ids = first.flatMap((one) => phases.get(one) ?? [one])
  const own = numbers.get(id) ?? ''
  const above = own.includes('.') ? own.slice(0, own.lastIndexOf('.') + 1) : ''
  const all = [...new Set(ids.flatMap((one) => numbers.get(one) ?? []))]
  const whole = all.filter((number) => above !== '' && !number.includes('.'))
  const dependencies = all.map((number) => {
    const isShort = above !== '' && whole.length === 0 && isOneBelow(number, above)
    const written = isShort ? number.slice(above.length) : number
    return written.includes('.') ? written : Number(written)
  })
  return { dependencies, whole }
}

const isOneBelow = (number: string, above: string) =>
  number.startsWith(above) && !number.slice(above.length).includes('.')
