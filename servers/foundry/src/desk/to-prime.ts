import { nodeOf } from '../spec/node-of.ts'
import type { Plan } from '../store/plan-store.ts'
import type { PlanIndex } from '../tasks/create-plan-indexes.ts'
import { isExpired, stateNow } from '../tasks/state-now.ts'
import { toProgress } from '../tasks/to-progress.ts'

/** What the text is made of. */
export interface PrimeInit {
  readonly plans: readonly Plan[]
  readonly indexOf: (plan: Plan) => PlanIndex
  readonly folder: string
  readonly now: Date
}

/** How many of each kind are named, so that the text stays short. */
const most = 4

/** Returns what an agent must know of the plans right now, in a few lines. */
export function toPrime({ plans, indexOf, folder, now }: PrimeInit): string {
  if (plans.length === 0) {
    return `foundry keeps plans in ${folder}; none is active. Call list for all, or create_spec.\n`
  }
  const lines = [
    `foundry keeps the plan of this repository in ${folder}. Active:`,
    ...listed(plans, (plan) => `- ${plan.spec_id} (${toProgress(plan.spec)} done)`),
    ...section('In work:', plans.flatMap(heldLines)),
    ...section(
      'Next:',
      plans.flatMap((plan) => nextLines(plan, indexOf(plan), now)),
    ),
    ...section('Open questions:', plans.flatMap(questionsOf)),
    'Tools: next {claim: true}, prepare, start before the first change, run_check, complete.',
    'A check passes only by run_check. Write decisions with note; call block if you are stuck.',
  ]
  return `${lines.join('\n')}\n`
}

function listed<T>(items: readonly T[], toLine: (item: T) => string): readonly string[] {
  const lines = items.slice(0, most).map(toLine)
  const more = items.length - lines.length
  return more > 0 ? [...lines, `- and ${more} more`] : lines
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...listed(lines, (line) => `- ${line}`)]

const heldLines = (plan: Plan): readonly string[] =>
  Object.entries(plan.running.tasks)
    .filter(([id]) => plan.spec.hierarchy[id] !== undefined)
    .filter(([id]) => stateNow(plan, id).held !== undefined)
    .map(([id, { holder, lease }]) => {
      const { title } = nodeOf(plan.spec, id)
      return `${id} ${short(title)} (${stateNow(plan, id).state}, ${holder}, lease ${lease})`
    })

function nextLines(plan: Plan, { ready }: PlanIndex, now: Date): readonly string[] {
  const isFree = (id: string) => {
    const held = plan.running.tasks[id]
    return held === undefined || isExpired(held, now)
  }
  return ready.filter(isFree).map((id) => `${id} ${short(nodeOf(plan.spec, id).title)}`)
}

function questionsOf({ spec }: Plan): readonly string[] {
  const { open_questions: questions } = spec.metadata ?? {}
  if (!Array.isArray(questions)) return []
  return questions.filter((one) => typeof one === 'string').map(short)
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
