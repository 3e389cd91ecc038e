import { type Accept, parseAccept } from 'hono/utils/accept'
import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'

/** One way to write an answer. */
export interface Representation {
  readonly contract: Contract
  readonly mediaType: string
}

const vendorType = (dialect: string): string => `application/vnd.toolaccord.${dialect}+json`

/**
 * What a server offers, the default first: plain JSON in its own dialect, then every dialect under
 * its vendor type.
 */
export function representationsOf(own: Contract): readonly [Representation, ...Representation[]] {
  const others = [...dialects.values()].filter(({ name }) => name !== own.name)
  const named = [own, ...others].map((contract) => ({
    contract,
    mediaType: vendorType(contract.name),
  }))
  return [{ contract: own, mediaType: 'application/json' }, ...named]
}

/** The offered representation that an `Accept` header likes best; undefined when it admits none. */
export function negotiate(
  accept: string | null,
  offered: readonly [Representation, ...Representation[]],
): Representation | undefined {
  if (accept === null || accept.trim() === '') return offered[0]
  const ranges = parseAccept(accept.toLowerCase())
  const liked = offered.flatMap((representation) => {
    const range = mostSpecific(ranges, representation.mediaType)
    return range === undefined || range.q === 0 ? [] : [{ representation, range }]
  })
  liked.sort(
    (a, b) =>
      b.range.q - a.range.q ||
      specificity(b.range) - specificity(a.range) ||
      ranges.indexOf(a.range) - ranges.indexOf(b.range),
  )
  return liked[0]?.representation
}

/** The range that speaks for a media type (RFC 9110, 12.5.1): an exact one overrules a wildcard. */
function mostSpecific(ranges: readonly Accept[], mediaType: string): Accept | undefined {
  return ranges
    .filter(
      ({ type }) => type === mediaType.toLowerCase() || type === 'application/*' || type === '*/*',
    )
    .toSorted((a, b) => specificity(b) - specificity(a))[0]
}

function specificity({ type }: Accept): number {
  return type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2
}
