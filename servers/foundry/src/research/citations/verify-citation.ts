import { parseLocator } from '@toolaccord/digest'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { Citation, CitationInit } from '../records/research-finding.ts'
import { type CitedText, locatorOf, pageOf } from './cited-text.ts'
import { findQuote } from './find-quote.ts'

const mostPlaces = 3
const shownChars = 200

/** True if a source says at a place what a citation says. */
export function isVerified(source: CitedText, { locator, quote }: Citation): boolean {
  const place = parseLocator(locator)
  if (place === undefined) return false
  const { start, end, page } = place
  if (source.points.slice(start, end) !== quote) return false
  return source.pages === undefined || page === pageOf(source, start, end)
}

/**
 * Returns a citation with its locator. Throws CITATION_NOT_VERIFIED if the source does not say that
 * there; the error has what is there, and where the quote is.
 */
export function verifyCitation(source: CitedText, citation: CitationInit, path: string): Citation {
  const { source_id, quote, locator } = citation
  const places = findQuote(source, quote, mostPlaces)
  const [only, ...others] = places
  const isOnePlace = only !== undefined && others.length === 0
  const chosen = locator ?? (isOnePlace ? only : undefined)
  if (chosen !== undefined && isVerified(source, { source_id, quote, locator: chosen }))
    return { source_id, locator: chosen, quote }
  const there = findThere(source, chosen)
  const message = describeFault(citation, { source, there, places })
  throw new FoundryError('CITATION_NOT_VERIFIED', message, {
    path,
    hint: describeRemedy(places),
    details: { source_id, locator, there, found_at: places },
  })
}

/** Returns the beginning of what is really at a place. */
function findThere(source: CitedText, locator: string | undefined): string | undefined {
  const place = parseLocator(locator ?? '')
  if (place === undefined) return undefined
  const end = Math.min(place.end, place.start + shownChars)
  return source.points.slice(place.start, end)
}

interface Facts {
  readonly source: CitedText
  readonly there: string | undefined
  readonly places: readonly string[]
}

function describeFault({ source_id, locator, quote }: CitationInit, facts: Facts): string {
  if (locator === undefined && facts.places.length > 0)
    return `${source_id} has the quote at several places, and no locator says which.`
  if (locator === undefined) return `${source_id} does not have the quote.`
  const place = parseLocator(locator)
  if (place === undefined)
    return `The locator '${locator.slice(0, 60)}' is not char:S-E or page:N:char:S-E.`
  const isThere = facts.source.points.slice(place.start, place.end) === quote
  if (isThere) return `The quote is at ${locatorOf(facts.source, place.start, place.end)}.`
  if (facts.there === '') return `${source_id} ends before ${locator}.`
  return `${source_id} does not say that at ${locator}. It says there: ${JSON.stringify(facts.there)}`
}

function describeRemedy(places: readonly string[]): string {
  if (places.length > 0) return `The quote is at ${places.join(', ')}. Cite one of these.`
  return 'Quote the text of the source word for word, as research_list shows it with its sources.'
}
