import { type Accept, parseAccept } from 'hono/utils/accept'
import type { Offered, Representation } from './requests/representations-of.ts'

/** The offered form that an `Accept` header likes best; undefined if it admits none. */
export function negotiate(accept: string | null, offered: Offered): Representation | undefined {
  if (accept === null || accept.trim() === '') return offered[0]
  const ranges = parseAccept(accept.toLowerCase())
  const liked: { representation: Representation; range: Accept }[] = []
  for (const representation of offered) {
    const range = mostSpecific(ranges, representation.mediaType)
    if (range !== undefined && range.q > 0) liked.push({ representation, range })
  }
  liked.sort(
    (a, b) =>
      b.range.q - a.range.q ||
      specificity(b.range) - specificity(a.range) ||
      ranges.indexOf(a.range) - ranges.indexOf(b.range),
  )
  return liked[0]?.representation
}

/** The range that decides about a media type (RFC 9110, 12.5.1): exact ones overrule wildcards. */
function mostSpecific(ranges: readonly Accept[], mediaType: string): Accept | undefined {
  const names = new Set([mediaType.toLowerCase(), 'application/*', '*/*'])
  return ranges
    .filter(({ type }) => names.has(type))
    .toSorted((a, b) => specificity(b) - specificity(a))[0]
}

function specificity({ type }: Accept): number {
  if (type === '*/*') return 0
  if (type.endsWith('/*')) return 1
  return 2
}
