import type { VersionDraft } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { nearestIds } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { checkSymbol } from '../../icons/check-symbol.ts'
import type { SymbolFault } from '../../icons/symbol-reader.ts'

/** The symbol of an element exists. */
export const symbolNotFound = defineRule(
  'SYMBOL_NOT_FOUND',
  function* ({ elements, symbols }: VersionDraft) {
    const ids = symbols.map(({ id }) => id)
    const known = new Set(ids)
    for (const { file, content } of elements) {
      const { symbol_id: id } = content
      if (known.has(id)) continue
      yield {
        message: `There is no symbol '${id}'.`,
        path: `${file}: symbol_id`,
        hint: hintFor(id, ids),
      }
    }
  },
)

function hintFor(id: string, ids: readonly string[]): string {
  const near = nearestIds(id, ids, 3)
  if (near.length === 0) return `Add symbols/${id}.svg.`
  return `Nearest: ${near.join(', ')}; or add symbols/${id}.svg.`
}

/** Reads symbols as the icons do, so that every symbol that passes can be drawn. */
function* faultsOf({ symbols }: VersionDraft, wanted: SymbolFault['code']): Generator<Report> {
  for (const { id, svg } of symbols) {
    for (const { code, message, hint } of checkSymbol(svg).faults)
      if (code === wanted) yield { message, path: `symbols/${id}.svg`, hint }
  }
}

/** A symbol is one SVG element with a 36 × 36 box. */
export const symbolMalformedWrapper = defineRule(
  'SYMBOL_MALFORMED_WRAPPER',
  (draft: VersionDraft) => faultsOf(draft, 'SYMBOL_MALFORMED_WRAPPER'),
)

/** A symbol draws and does nothing else. */
export const symbolActiveContent = defineRule('SYMBOL_ACTIVE_CONTENT', (draft: VersionDraft) =>
  faultsOf(draft, 'SYMBOL_ACTIVE_CONTENT'),
)
