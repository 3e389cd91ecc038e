import type { ToolListing } from '../../../compile/tool-listing.ts'
import { nearest } from '../../../names/nearest.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'

/** A route as far as it can be meant. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
  readonly tool?: ToolListing
}

/** What to say about a path that no route has: the route that was probably meant. */
export function unknownRoute(
  method: string,
  path: string,
  routes: readonly KnownRoute[],
): ReasonProblem {
  const meant = nearestRoute(path, [
    ...routes.filter((route) => route.method === method),
    ...routes,
  ])
  return {
    message: `There is no route ${method} ${shorten(path)}.`,
    hint:
      meant === undefined
        ? 'GET /openapi.json lists every route.'
        : `Did you mean ${meant.method} ${meant.path}?`,
  }
}

/** What to say about a resource that has nothing under a path. */
export const unknownContents = (route: string, path: string): ReasonProblem => ({
  message: `There is nothing at ${shorten(path)}.`,
  ...(route.includes(':') && { hint: `Check what stands for the variables of ${route}.` }),
})

const shorten = (path: string): string => (path.length <= 64 ? path : `${path.slice(0, 63)}…`)

/** By the whole path, else by its last part, which may be the name of a tool. */
function nearestRoute(path: string, routes: readonly KnownRoute[]): KnownRoute | undefined {
  const parts = path.split('/')
  const filled = routes.map((route) => fill(route.path, parts))
  const byPath = nearest(path, filled)
  if (byPath !== undefined) return routes[filled.indexOf(byPath)]
  const byName = nearest(
    parts.at(-1) ?? '',
    routes.flatMap(({ tool }) => tool?.name ?? []),
  )
  return byName === undefined ? undefined : routes.find(({ tool }) => tool?.name === byName)
}

/** A route's path with the parts of a given path as its arguments, which are never wrong. */
const fill = (path: string, parts: readonly string[]): string =>
  path
    .split('/')
    .map((part, index) => (part.startsWith(':') ? (parts[index] ?? '') : part))
    .join('/')
