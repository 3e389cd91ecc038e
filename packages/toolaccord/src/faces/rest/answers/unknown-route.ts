import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { clip } from '../../../json/json.ts'
import { nearest } from '../../../names/nearest.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'

/** The parts of a route by which it can be found. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
  readonly tool?: ToolListing
}

/** The problem with a path that no route has; its hint is the route that was probably meant. */
export function unknownRoute(
  method: string,
  path: string,
  routes: readonly KnownRoute[],
): ReasonProblem {
  const ofMethod = routes.filter((route) => route.method === method)
  const meant = findNearest(path, [...ofMethod, ...routes])
  const message = `There is no route ${method} ${clip(path)}.`
  if (meant === undefined) return { message, hint: 'GET /openapi.json lists every route.' }
  return { message, hint: `Did you mean ${meant.method} ${meant.path}?` }
}

/** The problem with a resource that has nothing at a path. */
export function unknownContents(route: string, path: string): ReasonProblem {
  const message = `There is nothing at ${clip(path)}.`
  if (!route.includes(':')) return { message }
  return { message, hint: `Check the values of the variables in ${route}.` }
}

/** Searches by the whole path, then by its last part, which may be the name of a tool. */
function findNearest(path: string, routes: readonly KnownRoute[]): KnownRoute | undefined {
  const parts = path.split('/')
  const filled = routes.map((route) => fill(route.path, parts))
  const byPath = nearest(path, filled)
  if (byPath !== undefined) return routes[filled.indexOf(byPath)]
  const names = routes.flatMap(({ tool }) => tool?.name ?? [])
  const byName = nearest(parts.at(-1) ?? '', names)
  if (byName === undefined) return undefined
  return routes.find(({ tool }) => tool?.name === byName)
}

/** A route's path with the parts of a given path as its arguments, which are never wrong. */
const fill = (path: string, parts: readonly string[]): string =>
  path
    .split('/')
    .map((part, index) => (part.startsWith(':') ? (parts[index] ?? '') : part))
    .join('/')
