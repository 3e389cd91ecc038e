import type { Fidelity, Notes, Outcome } from '../outcome/outcome.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { LongAnswer } from './content-fidelity.ts'
import { type FidelityNoteOptions, toFidelityNotes } from './fidelity-notes.ts'
import type { Draft } from './fit/drafter.ts'
import { fit } from './fit/fit.ts'

/** An outcome that was made smaller. */
export interface FittedOutcome {
  readonly draft: Draft
  readonly fits: boolean
  readonly tokens: number
  /** The outcome with what it tells about what is gone. */
  toOutcome(notes: FidelityNoteOptions): Outcome
}

/** One thing of an outcome that may give way. */
interface Stage {
  readonly value: unknown
  readonly schema: JsonSchema
  readonly items: LongAnswer['items']
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
 * Makes an outcome fit: its data gives way, and of a failure that is still too long its problems
 * too.
 */
export function fitOutcome(
  { outcome, schema, items, budget, write }: LongAnswer,
  noted: FidelityNoteOptions,
  estimate: (text: string, limit: number) => number,
): FittedOutcome {
  let current = outcome
  let draft: Draft | undefined
  let fitted = { fits: false, tokens: Infinity }
  for (const stage of stagesOf(outcome, schema, items)) {
    const [before, put] = [draft, stage.put]
    const base = current
    const measure = (next: Draft) =>
      estimate(write(withNotes(put(base, next.data), joinDrafts(before, next), noted)), budget * 4)
    const result = fit(stage.value, {
      schema: stage.schema,
      plan: { items: stage.items },
      budget,
      isOver: before === undefined,
      measure,
    })
    current = put(base, result.data)
    draft = joinDrafts(before, result)
    fitted = result
    if (fitted.fits) break
  }
  const [last, told] = [current, draft ?? nothingGone]
  return { draft: told, ...fitted, toOutcome: (notes) => withNotes(last, told, notes) }
}

function stagesOf(
  outcome: Outcome,
  schema: JsonSchema,
  items: LongAnswer['items'],
): readonly Stage[] {
  const data: Stage = {
    value: outcome.data,
    schema,
    items,
    put: (one, value) => ({ ...one, data: value }),
  }
  if (outcome.ok) return [data]
  // The cast names what fitting keeps to: the schema above.
  const problems: Stage = {
    value: outcome.problems,
    schema: problemsSchema,
    items: [],
    put: (one, value) => ({ ...one, problems: value }) as Outcome,
  }
  return outcome.data === undefined ? [problems] : [data, problems]
}

const nothingGone: Draft = {
  data: undefined,
  level: 'full',
  droppedIds: [],
  counts: { total: 0, dropped: 0, condensed: 0, cutTexts: 0 },
  omitted: [],
}

/** What two drafts of parts of one outcome took out. */
function joinDrafts(first: Draft | undefined, second: Draft): Draft {
  if (first === undefined) return second
  const sum = (name: keyof Draft['counts']) => first.counts[name] + second.counts[name]
  return {
    data: second.data,
    level: first.level === 'full' ? second.level : first.level,
    droppedIds: [...first.droppedIds, ...second.droppedIds],
    counts: {
      total: sum('total'),
      dropped: sum('dropped'),
      condensed: sum('condensed'),
      cutTexts: sum('cutTexts'),
    },
    omitted: [...first.omitted, ...second.omitted],
  }
}

function withNotes(outcome: Outcome, draft: Draft, options: FidelityNoteOptions): Outcome {
  const { fidelity, warnings = [], instruction } = toFidelityNotes(draft, options)
  if (fidelity === undefined) return outcome
  const { notes } = outcome
  const told: Notes = {
    ...notes,
    warnings: [...(notes.warnings ?? []), ...warnings],
    instruction: [notes.instruction, instruction].filter(Boolean).join(' '),
    fidelity: joinFidelity(notes.fidelity, fidelity),
  }
  return { ...outcome, notes: told }
}

/** What a tool said itself about what is missing stays true. */
const joinFidelity = (own: Fidelity | undefined, added: Fidelity): Fidelity => ({
  ...own,
  ...added,
  ...(own?.droppedIds && { droppedIds: [...own.droppedIds, ...(added.droppedIds ?? [])] }),
  ...(own?.archiveHashes && { archiveHashes: { ...own.archiveHashes, ...added.archiveHashes } }),
})
