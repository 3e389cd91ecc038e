/** What forms are sent to: the routes of the tools that do what they ask for. */
export type FormRoute = 'reviews' | 'checks' | 'comments' | 'states'

/** The page of all specs, from the path that the server is mounted at. */
export const toSpecsPath = (base: string): string => `${base}/plans`

/** The page of a spec. */
export const toSpecPath = (base: string, specId: string): string =>
  `${toSpecsPath(base)}/${encodeURIComponent(specId)}`

/** The place of a part on the page of its spec; a link to it opens what it is folded in. */
export const toPartPath = (base: string, specId: string, partId: string): string =>
  `${toSpecPath(base, specId)}#${toAnchor(partId)}`

/** Where a form of the page of a spec is sent to. */
export const toFormPath = (base: string, specId: string, route: FormRoute): string =>
  `${base}/specs/${encodeURIComponent(specId)}/${route}`

/** Where the page of a spec, or of all specs, listens for changes. */
export function toEventsPath(base: string, specId?: string): string {
  if (specId === undefined) return `${base}/events/specs`
  return `${base}/events/specs/${encodeURIComponent(specId)}`
}

/** The id of a part in the page: letters, digits, `-` and `_`; different for different parts. */
export const toAnchor = (partId: string): string => `node-${partId.replaceAll(/[^\w-]/g, toCode)}`

/** A dot is not kept as it is, so that no two parts get the same anchor. */
const toCode = (character: string): string => `.${character.charCodeAt(0).toString(16)}.`
