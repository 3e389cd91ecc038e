import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { Route } from '../../../define/tool.ts'

/** One way to call a tool over HTTP. */
export interface ToolRoute extends Route {
  readonly tool: ToolListing
  /** Unique within a server: a dot cannot be part of a tool's name. */
  readonly id: string
}

/** Every route of a tool: `POST /api/<tool>`, `GET` where it only reads, and the one it declares. */
export function routesOf(tool: ToolListing): readonly ToolRoute[] {
  const { name, effect, rest } = tool
  const path = `/api/${name}`
  return [
    { method: 'POST', path, tool, id: name },
    ...(effect === 'read' ? [{ method: 'GET', path, tool, id: `${name}.get` } as const] : []),
    ...(rest === undefined ? [] : [{ ...rest, tool, id: `${name}.rest` }]),
  ]
}

/** The routes of a tool under the names that it had before, which answer and are not shown. */
export const formerRoutesOf = (tool: ToolListing): readonly ToolRoute[] =>
  tool.formerly.flatMap(({ name }) => routesOf({ ...tool, name, rest: undefined }))

/**
 * The routes as a router must try them: a literal segment before an argument, so that
 * `/notes/recent` is not a note's id.
 */
export const byPrecedence = <R extends { readonly path: string }>(
  routes: readonly R[],
): readonly R[] =>
  routes.toSorted((a, b) => comparePaths(argumentsLast(a.path), argumentsLast(b.path)))

/**
 * A segment that is an argument and more comes after a literal one, and before one that is an
 * argument only.
 */
const argumentsLast = (path: string): string =>
  path.replaceAll(/:\w+(?=\/|$)/g, '\uffff').replaceAll(/:\w+/g, '\ufffe')

const comparePaths = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Whether there is a body to read. */
export const takesBody = ({ method }: Route): boolean => method !== 'GET' && method !== 'DELETE'

/** Whether arguments come from the query string: where there is no body, or the body is one of them. */
export const takesQuery = (route: Route): boolean => !takesBody(route) || route.body !== undefined
