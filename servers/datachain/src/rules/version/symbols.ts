import type { VersionDraft } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { nearestIds } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { checkSymbol } from '../../icons/check-symbol.ts'
import type { SymbolFault } from '../../icons/symbol-reader.ts'

export const symbolNotFound = defineRule(
  'SYMBOL_NOT_FOUND',
  function* ({ elements, symbols }: VersionDraft) {
    const ids = symbols.map(({ id }) => id)
    const known = new Set(ids)
    for (const { file, content } of elements) {
      if (known.has(content.symbol_id)) continue
      const near = nearestIds(content.symbol_id, ids, 3)
      yield {
        message: `There is no symbol '${content.symbol_id}'.`,
        path: `${file}: symbol_id`,
        hint:
          near.length === 0
            ? `Add symbols/${content.symbol_id}.svg.`
            : `Nearest: ${near.join(', ')}; or add symbols/${content.symbol_id}.svg.`,
      }
    }
  },
)

/** By the reader that the icons are drawn with, so that what passes can be drawn. */
function* faultsOf({ symbols }: VersionDraft, wanted: SymbolFault['code']): Generator<Report> {
  for (const { id, svg } of symbols) {
    for (const { code, message, hint } of checkSymbol(svg).faults)
      if (code === wanted) yield { message, path: `symbols/${id}.svg`, hint }
  }
}

export const symbolMalformedWrapper = defineRule(
  'SYMBOL_MALFORMED_WRAPPER',
  (draft: VersionDraft) => faultsOf(draft, 'SYMBOL_MALFORMED_WRAPPER'),
)

export const symbolActiveContent = defineRule('SYMBOL_ACTIVE_CONTENT', (draft: VersionDraft) =>
  faultsOf(draft, 'SYMBOL_ACTIVE_CONTENT'),
)
