import type { CataloguedTool } from './catalogue.ts'
import { createRelatedWords } from './search/create-related-words.ts'
import { toStems } from './search/to-stems.ts'

const maxTopics = 10

/** The things that the names of tools speak of most; a model could not guess what to search for. */
export function toTopics(tools: readonly CataloguedTool[], maxLength: number): string {
  const words = createRelatedWords()
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const word of tools.flatMap(({ listing }) => listing.name.split(/[_-]+/))) {
    const [stem] = toStems(word)
    if (stem === undefined || words.effects(stem).size > 0) continue
    const known = counts.get(stem)
    if (known === undefined) counts.set(stem, { word, count: 1 })
    else known.count += 1
  }
  const common = [...counts.values()].toSorted((a, b) => b.count - a.count)
  let text = ''
  for (const { word } of common.slice(0, maxTopics)) {
    const longer = text === '' ? word : `${text}, ${word}`
    if (longer.length > maxLength) break
    text = longer
  }
  return text
}
