import type { AnyTool, Route } from '../define/tool.ts'
import { repeated } from '../names/repeated.ts'

/** The arguments that a route takes from its path. */
export const pathArguments = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])

/** True if a path is one that every server has. */
export const isFrameworkPath = (path: string): boolean =>
  /^\/(api(\/[^/]*)?$|healthz$|readyz$|openapi\.json$|mcp$|\.well-known(\/|$)|$)/.test(path)

/** Checks the route that a tool asks for. */
export function* routeFaults({ rest, effect }: AnyTool): Iterable<string> {
  if (rest === undefined) return
  const { method } = rest
  // One that is not a string was told already.
  if (rest.path !== undefined) yield* pathFaults(rest.path)
  if (method === 'GET' && effect !== 'read') {
    yield `rest.method: a GET must not ${effect}; use POST, PUT, PATCH or DELETE`
  }
  yield* bodyFaults(rest)
}

function* pathFaults(path: string): Iterable<string> {
  if (!/^(\/(:\w+|[\w.~-]+))+$/.test(path)) {
    yield (
      `rest.path: '${path}' must be made of plain segments and ':name' segments, ` +
        'such as /notes/:id'
    )
  }
  for (const name of repeated(pathArguments(path))) {
    yield `rest.path: '${path}' takes '${name}' twice`
  }
  if (isFrameworkPath(path)) yield `rest.path: '${path}' belongs to the framework`
}

function* bodyFaults({ method, path = '', body }: Partial<Route>): Iterable<string> {
  if (body === undefined) return
  if (method === 'GET' || method === 'DELETE') {
    yield `rest.body: a ${method} has no body; use POST, PUT or PATCH`
  } else if (pathArguments(path).includes(body)) {
    yield `rest.body: '${body}' is taken from the path already`
  }
}
