import type { Effect } from '../../../../define/tool.ts'
import { nearest } from '../../../../names/nearest.ts'
import { type RelatedWords, createRelatedWords } from './create-related-words.ts'
import { toQueryStems, toStems } from './to-stems.ts'

/** The facts about a tool that a search looks at. */
export interface Searchable {
  readonly name: string
  readonly title?: string | undefined
  readonly summary: string
  readonly description?: string | undefined
  readonly effect: Effect
  readonly deprecated?: unknown
  readonly arguments: readonly string[]
}

/** Finds the tools that fit a query, the best first. */
export type ToolSearch<T> = (query: string) => readonly T[]

/** How much a word counts in each part of a tool, and how many words that part usually has. */
const parts = {
  name: { weight: 4, length: 3 },
  title: { weight: 2, length: 3 },
  summary: { weight: 2, length: 9 },
  arguments: { weight: 1, length: 5 },
  description: { weight: 0.6, length: 50 },
}

/** How much a word counts that is not the very word of the query. */
const relatedWeight = 0.7
const partWeight = 0.5
const misspeltWeight = 0.4

/** The weight of a word at which it has half of its effect, so that repeating it gains little. */
const saturation = 1.5

/** A word with less weight is only mentioned, so the tool does not count as one that has it. */
const leastWeight = 1

/** Tools below this part of the best score are not worth the words. */
const leastPart = 0.4

/** More words do not make a query clearer. */
const maxStems = 24

interface Entry<T> {
  readonly tool: T
  readonly weights: ReadonlyMap<string, number>
}

/** Creates the search over some tools. Nothing is read from them later. */
export function createToolSearch<T extends Searchable>(tools: readonly T[]): ToolSearch<T> {
  const entries = tools.map((tool): Entry<T> => ({ tool, weights: weigh(tool) }))
  const vocabulary = new Set(entries.flatMap(({ weights }) => [...weights.keys()]))
  const words = createRelatedWords()

  return function search(query) {
    const stems = [...new Set(toQueryStems(query))].slice(0, maxStems)
    const terms = stems.map((stem) => toTerm(toVariants(stem, vocabulary, words), entries))
    const wanted = wantedEffects(stems, words)
    const scored = entries.map(({ tool, weights }) => {
      const sum = terms.reduce((total, term) => total + scoreTerm(term, weights), 0)
      return { tool, score: sum * likelihood(tool, wanted) }
    })
    const best = Math.max(0, ...scored.map(({ score }) => score))
    return scored
      .filter(({ score }) => score > 0 && score >= best * leastPart)
      .toSorted((a, b) => b.score - a.score)
      .map(({ tool }) => tool)
  }
}

/** How much each word counts for a tool, by its stem. */
function weigh(tool: Searchable): ReadonlyMap<string, number> {
  const texts = {
    name: tool.name,
    title: tool.title ?? '',
    summary: tool.summary,
    arguments: tool.arguments.join(' '),
    description: tool.description ?? '',
  }
  const weights = new Map<string, number>()
  for (const [part, { weight, length }] of Object.entries(parts)) {
    // The cast names the keys that both tables have.
    const stems = toStems(texts[part as keyof typeof parts])
    const share = weight / (0.6 + (0.4 * stems.length) / length)
    for (const stem of new Set(stems)) weights.set(stem, (weights.get(stem) ?? 0) + share)
  }
  return weights
}

/** Words that a word of the query may stand for, and how much each counts. */
type Variants = ReadonlyMap<string, number>

function toVariants(stem: string, vocabulary: ReadonlySet<string>, words: RelatedWords): Variants {
  const variants = new Map<string, number>()
  for (const known of vocabulary) {
    if (isPart(stem, known)) variants.set(known, partWeight)
  }
  for (const related of words.of(stem)) {
    if (vocabulary.has(related)) variants.set(related, relatedWeight)
  }
  if (vocabulary.has(stem)) variants.set(stem, 1)
  if (variants.size > 0) return variants
  const meant = findMeant(stem, vocabulary)
  return meant === undefined ? variants : new Map([[meant, misspeltWeight]])
}

/** True if one of two words begins or ends with the other, as in config and configuration. */
function isPart(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 4 && (long.startsWith(short) || long.endsWith(short))
}

/** The word that was probably meant; the first letter is seldom wrong, and it saves comparing. */
function findMeant(stem: string, vocabulary: ReadonlySet<string>): string | undefined {
  if (stem.length < 5) return undefined
  return nearest(
    stem,
    [...vocabulary].filter((known) => known[0] === stem[0]),
  )
}

/** A word of the query. */
interface Term {
  readonly variants: Variants
  /** A word that few tools have says more. */
  readonly rarity: number
}

function toTerm(variants: Variants, entries: readonly Entry<unknown>[]): Term {
  const stems = [...variants.keys()]
  const isAbout = ({ weights }: Entry<unknown>) =>
    stems.some((stem) => (weights.get(stem) ?? 0) >= leastWeight)
  const having = entries.filter(isAbout).length
  const rarity = Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
  return { variants, rarity }
}

function scoreTerm({ variants, rarity }: Term, weights: Entry<unknown>['weights']): number {
  let best = 0
  for (const [stem, share] of variants) {
    const weight = weights.get(stem)
    if (weight === undefined) continue
    best = Math.max(best, (share * weight) / (weight + saturation))
  }
  return best * rarity
}

/** The effects that the first verb of a query asks for. */
function wantedEffects(stems: readonly string[], words: RelatedWords): ReadonlySet<Effect> {
  const verb = stems.find((stem) => words.effects(stem).size > 0)
  return words.effects(verb ?? '')
}

/** How likely it is that a tool with this effect is meant. */
function likelihood({ effect, deprecated }: Searchable, wanted: ReadonlySet<Effect>): number {
  let factor = deprecated === undefined ? 1 : 0.7
  if (wanted.size === 0 || wanted.has(effect)) return factor
  if (effect === 'destroy') factor *= 0.7
  return factor * 0.85
}
