import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { hasWords, snippetOf, wordsOf } from '../../spec/has-words.ts'
import { rootId } from '../../spec/root-id.ts'
import type { JournalEntry, SpecNode } from '../../spec/spec.ts'
import { subtreeOf } from '../../spec/subtree-of.ts'
import type { Plan, PlanList } from '../../store/plan-store.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const input = z.object({
  query: z.string().trim().min(1).max(200).describe('Words that all must occur'),
  spec_id: z.string().min(1).max(128).optional().describe('Default: all specs'),
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

const Hit = z.object({
  spec_id: z.string(),
  task_id: z.string().optional(),
  in: z.enum(['title', 'description', 'criteria', 'journal']),
  snippet: z.string(),
})

/** A hit, and the place that the next page begins after. */
interface FoundHit extends z.infer<typeof Hit> {
  readonly place: string
}

/** How many hits are looked for. */
const maxHits = 1000

/** Creates the tool that finds words in all specs. */
export const search = (foundry: Foundry) => {
  const pageOf = createIdPager<FoundHit>('search', ({ place }) => place)
  return defineTool({
    name: 'search',
    summary: 'Find words in titles, descriptions, criteria and journals, whatever case or accent.',
    input,
    output: z.object({ hits: z.array(Hit), folder: z.string() }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    rest: { method: 'GET', path: '/search' },
    cli: { positionals: ['query'] },
    fidelity: { items: [{ path: 'hits', id: ({ task_id, snippet }) => `${task_id} ${snippet}` }] },
    run: ({ query, spec_id, limit, cursor }, call) =>
      guard(call, async () => {
        const words = wordsOf(query)
        if (words.length === 0) throw noWords()
        const { plans, unreadable } = await plansOf(foundry, spec_id)
        if (unreadable.length > 0) call.warn('SPECS_NOT_SEARCHED', toWarning(unreadable))
        const hits = findHits(plans, words)
        const { items, notes } = await pageOf(hits, { limit, cursor, query, spec_id })
        return ok({ hits: [...items], folder: foundry.folder }, notes)
      }),
  })
}

async function plansOf({ plans }: Foundry, specId: string | undefined): Promise<PlanList> {
  if (specId === undefined) return plans.list()
  return { plans: [await plans.read(specId)], unreadable: [] }
}

/** How many unreadable specs a warning names. */
const namedSpecs = 5

function toWarning(unreadable: PlanList['unreadable']): string {
  const names = unreadable.slice(0, namedSpecs).map(({ spec_id }) => spec_id)
  return `Unreadable and not searched: ${unreadable.length}, such as ${names.join(', ')}.`
}

function findHits(plans: readonly Plan[], words: readonly string[]): readonly FoundHit[] {
  const hits: FoundHit[] = []
  for (const text of textsIn(plans)) {
    if (!hasWords(text.parts.map(([, part]) => part).join('\n'), words)) continue
    hits.push(toHit(text, words))
    if (hits.length >= maxHits) break
  }
  return hits
}

/** What belongs together: a word of a query may be in the title, and another in a criterion. */
interface Text extends Pick<FoundHit, 'place' | 'spec_id' | 'task_id'> {
  readonly parts: readonly (readonly [FoundHit['in'], string])[]
}

/** Nodes in their order, then the journal from its newest line. */
function* textsIn(plans: readonly Plan[]): Iterable<Text> {
  for (const { spec, spec_id } of plans) {
    const about = { title: spec.title ?? '', metadata: { ...spec.metadata } }
    yield { place: spec_id, spec_id, parts: partsOf(about) }
    for (const task_id of subtreeOf(spec, rootId).slice(1)) {
      const node = spec.hierarchy[task_id]
      const place = `${spec_id} ${task_id}`
      if (node !== undefined) yield { place, spec_id, task_id, parts: partsOf(node) }
    }
    const lines = (spec.journal ?? []).map((line, at) => ({ line, at })).toReversed()
    for (const { line, at } of lines) {
      const place = `${spec_id} journal ${at}`
      yield { place, spec_id, task_id: line.task_id, parts: [['journal', toLine(line)]] }
    }
  }
}

const toLine = ({ title, content }: JournalEntry): string => `${title}: ${content}`

function partsOf({ title, metadata }: Pick<SpecNode, 'title' | 'metadata'>): Text['parts'] {
  const { description, details, mission, acceptance_criteria, success_criteria } = metadata
  const texts = [mission, description, details].flatMap(stringsIn)
  const criteria = [acceptance_criteria, success_criteria].flatMap(stringsIn)
  return [
    ['title', title],
    ...texts.map((text) => ['description', text] as const),
    ...criteria.map((text) => ['criteria', text] as const),
  ]
}

function stringsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}

/** Shows the part that has most of the words. */
function toHit({ parts, ...text }: Text, words: readonly string[]): FoundHit {
  const counted = parts.map(([kind, part]) => ({
    kind,
    part,
    count: words.filter((word) => hasWords(part, [word])).length,
  }))
  const [best] = counted.toSorted((a, b) => b.count - a.count)
  return { ...text, in: best?.kind ?? 'title', snippet: snippetOf(best?.part ?? '', words) }
}

const noWords = () =>
  new FoundryError('VALIDATION_ERROR', 'The query has no words.', {
    path: 'query',
    hint: 'Give one or more words, such as "retry timeout".',
  })
