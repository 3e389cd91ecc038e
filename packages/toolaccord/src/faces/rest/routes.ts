import type { ToolListing } from '../../server.ts'
import type { Route } from '../../tool.ts'

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
export const formerRoutesOf = (tool: ToolListing): readonly ToolRoute[] => tool.formerly.flatMap(({ name }) => routesOf({ ...tool, name, rest: undefined }))

/** The routes as a router must try them: a literal segment before an argument, so that `/notes/recent` is not a note's id. */
export const byPrecedence = (routes: readonly ToolRoute[]): readonly ToolRoute[] =>
  routes.toSorted((a, b) => comparePaths(argumentsLast(a.path), argumentsLast(b.path)))

const argumentsLast = (path: string): string => path.replaceAll(/:\w+/g, '\uffff')

const comparePaths = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Whether the arguments come from the query string rather than from a body. */
export const takesQuery = ({ method }: Route): boolean => method === 'GET' || method === 'DELETE'
