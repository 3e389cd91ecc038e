import type { FidelityPlan } from '../define/fidelity-plan.ts'
import { compact } from '../json/json.ts'
import { withNextInNotes } from '../outcome/next.ts'
import { type Fidelity, type Notes, type Outcome, hasNext } from '../outcome/outcome.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Turn } from '../signals/create-turns.ts'
import type { LongAnswer } from './content-fidelity.ts'
import { type FidelityNoteOptions, toFidelityNotes } from './fidelity-notes.ts'
import type { Draft } from './fit/drafter.ts'
import { fitInSteps } from './fit/fit.ts'

/** An outcome that was made smaller. */
export interface FittedOutcome {
  readonly draft: Draft
  /** True if the outcome is within its budget. */
  readonly fits: boolean
  /** The tokens of the outcome as the model will see it. */
  readonly tokens: number
  /** Returns the outcome with notes about what is gone. */
  toOutcome(notes: FidelityNoteOptions): Outcome
}

/** One part of an outcome that can be made smaller. */
interface Stage {
  readonly value: unknown
  readonly schema: JsonSchema
  readonly plan: FidelityPlan
  /** Returns the outcome with a smaller value in the place of this part. */
  put(outcome: Outcome, value: unknown): Outcome
}

const text: JsonSchema = { type: 'string' }
const problemsSchema: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { code: text, message: text, path: text, hint: text, details: {} },
    required: ['code', 'message'],
  },
}

/**
 * Makes an outcome fit: first its data is made smaller, and then the problems of a failure if it is
 * still too long.
 *
 * @param trimmed What was taken out of a huge answer before.
 */
export async function fitOutcome(
  { outcome: whole, schema, plan, budget, write, turn }: LongAnswer,
  noted: FidelityNoteOptions,
  estimate: (text: string, limit: number) => number,
  trimmed?: Draft,
): Promise<FittedOutcome> {
  // Steps are left as they are, whatever is taken out of the problems that they belong to.
  const stepped = !whole.ok && hasNext(whole) ? withNextInNotes(whole) : whole
  const outcome = trimmed === undefined ? stepped : { ...stepped, data: trimmed.data }
  let current = outcome
  let draft: Draft | undefined
  let size = { fits: false, tokens: Infinity }
  for (const stage of stagesOf(outcome, schema, plan)) {
    const base = current
    const before = draft
    const toNoted = (next: Draft) =>
      withNotes(stage.put(base, next.data), withTrimmed(joinDrafts(before, next), trimmed), noted)
    const steps = fitInSteps(stage.value, {
      schema: stage.schema,
      plan: stage.plan,
      budget,
      isOver: before === undefined,
      measure: (next) => estimate(write(toNoted(next)), budget * 4),
    })
    const fitted = await inTurns(steps, turn)
    current = stage.put(base, fitted.data)
    draft = joinDrafts(before, fitted)
    size = { fits: fitted.fits, tokens: fitted.tokens }
    if (fitted.fits) break
  }
  const last = current
  const joined = withTrimmed(draft ?? nothingGone, trimmed)
  return { draft: joined, ...size, toOutcome: (notes) => withNotes(last, joined, notes) }
}

/** Takes steps to their end, and lets others have their turn between them. */
async function inTurns<T>(steps: Generator<void, T>, turn: Turn): Promise<T> {
  let step = steps.next()
  while (step.done !== true) {
    await turn()
    step = steps.next()
  }
  return step.value
}

function stagesOf(outcome: Outcome, schema: JsonSchema, plan: FidelityPlan): readonly Stage[] {
  const data: Stage = {
    value: outcome.data,
    schema,
    plan,
    put: (one, value) => ({ ...one, data: value }),
  }
  if (outcome.ok) return [data]
  const problems: Stage = {
    value: outcome.problems,
    schema: problemsSchema,
    plan: { items: [] },
    // The cast names what fitting keeps to: the schema of problems.
    put: (one, value) => ({ ...one, problems: value }) as Outcome,
  }
  if (outcome.data === undefined) return [problems]
  return [data, problems]
}

const nothingGone: Draft = {
  data: undefined,
  level: 'full',
  droppedIds: [],
  counts: { total: 0, dropped: 0, condensed: 0, cutTexts: 0, wholes: 0 },
  omitted: [],
}

/** Joins what two drafts of parts of one outcome took out. */
function joinDrafts(first: Draft | undefined, second: Draft): Draft {
  if (first === undefined) return second
  const sum = (name: keyof Draft['counts']) => first.counts[name] + second.counts[name]
  return {
    data: second.data,
    level: first.level === 'full' ? second.level : first.level,
    droppedIds: first.droppedIds.concat(second.droppedIds),
    counts: {
      total: sum('total'),
      dropped: sum('dropped'),
      condensed: sum('condensed'),
      cutTexts: sum('cutTexts'),
      wholes: sum('wholes'),
    },
    omitted: first.omitted.concat(second.omitted),
  }
}

/** Adds what was taken out of a huge answer before it was fitted. */
function withTrimmed(draft: Draft, trimmed: Draft | undefined): Draft {
  if (trimmed === undefined) return draft
  return { ...joinDrafts(draft, trimmed), data: draft.data }
}

function withNotes(outcome: Outcome, draft: Draft, options: FidelityNoteOptions): Outcome {
  const { fidelity, warnings = [], instruction, next = [] } = toFidelityNotes(draft, options)
  if (fidelity === undefined) return outcome
  const { notes } = outcome
  const joined: Notes = {
    ...notes,
    warnings: [...(notes.warnings ?? []), ...warnings],
    instruction: [notes.instruction, instruction].filter(Boolean).join(' '),
    fidelity: joinFidelity(notes.fidelity, fidelity),
  }
  const steps = [...(notes.next ?? []), ...next]
  if (steps.length > 0) return { ...outcome, notes: { ...joined, next: steps } }
  return { ...outcome, notes: joined }
}

/** Joins what a tool said itself about what is missing, which stays true, with what is added. */
function joinFidelity(own: Fidelity | undefined, added: Fidelity): Fidelity {
  if (own === undefined) return added
  let { droppedIds, archiveHashes } = added
  if (own.droppedIds) droppedIds = [...own.droppedIds, ...(droppedIds ?? [])]
  if (own.archiveHashes) archiveHashes = { ...own.archiveHashes, ...archiveHashes }
  return compact({ ...own, ...added, droppedIds, archiveHashes })
}
