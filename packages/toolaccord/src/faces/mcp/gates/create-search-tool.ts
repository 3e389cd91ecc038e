import { type AnyTool, defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { isShownTo } from '../../create-views.ts'
import type { Catalogue, CataloguedTool } from './catalogue.ts'
import { bareGateNames } from './gate-names.ts'
import { type FoundTool, searchDataSchema, searchInputSchema } from './gate-schemas.ts'

const usualLimit = 5
const maxSummary = 160

/** Creates the tool that finds tools by what they do. */
export function createSearchTool(catalogue: Catalogue): AnyTool {
  return defineTool({
    name: bareGateNames.search,
    summary: 'Find tools by what they do.',
    effect: 'read',
    input: searchInputSchema,
    output: searchDataSchema,
    run({ query, limit = usualLimit }, call) {
      const found = catalogue.search(query).filter(({ listing }) => isShownTo(listing, call.caller))
      if (found.length === 0) {
        call.instruct("Search again in other words: a verb and a thing, such as 'delete file'.")
      }
      const more = Math.max(0, found.length - limit)
      return ok({ tools: found.slice(0, limit).map(toFoundTool), more })
    },
  })
}

const toFoundTool = ({ listing }: CataloguedTool): FoundTool => ({
  name: listing.mcpName,
  effect: listing.effect,
  summary: toSentence(listing.summary),
})

/** The first sentence of a text, cut if it is long. */
function toSentence(text: string): string {
  const [sentence = text] = /^.*?[.!?。](?=\s|$)/su.exec(text.trim()) ?? [text.trim()]
  const characters = [...sentence]
  if (characters.length <= maxSummary) return sentence
  return `${characters.slice(0, maxSummary - 1).join('')}…`
}
