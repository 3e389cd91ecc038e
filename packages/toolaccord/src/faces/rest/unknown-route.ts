import type { ReasonProblem } from '../../contracts/contract.ts'
import { nearest } from '../../nearest.ts'
import type { ToolRoute } from './routes.ts'

/** What to say about a path that no route has: the route that was probably meant. */
export function unknownRoute(method: string, path: string, routes: readonly ToolRoute[]): ReasonProblem {
  const meant = nearestRoute(path, [...routes.filter((route) => route.method === method), ...routes])
  return {
    message: `There is no route ${method} ${path.length <= 64 ? path : `${path.slice(0, 63)}…`}.`,
    hint: meant === undefined ? 'GET /openapi.json lists every route.' : `Did you mean ${meant.method} ${meant.path}?`,
  }
}

/** By the whole path, else by its last part, which may be the name of a tool. */
function nearestRoute(path: string, routes: readonly ToolRoute[]): ToolRoute | undefined {
  const parts = path.split('/')
  const filled = routes.map((route) => fill(route.path, parts))
  const byPath = nearest(path, filled)
  if (byPath !== undefined) return routes[filled.indexOf(byPath)]
  const byName = nearest(parts.at(-1) ?? '', routes.map(({ tool }) => tool.name))
  return routes.find(({ tool }) => tool.name === byName)
}

/** A route's path with the parts of a given path as its arguments, which are never wrong. */
const fill = (path: string, parts: readonly string[]): string =>
  path
    .split('/')
    .map((part, index) => (part.startsWith(':') ? (parts[index] ?? '') : part))
    .join('/')
