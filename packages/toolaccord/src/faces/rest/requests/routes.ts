import { pathArguments } from '../../../compile/route-faults.ts'
import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import type { Route } from '../../../define/tool.ts'
import { viewObject } from '../../../schema/json-schema.ts'

/** One way to call a tool over HTTP. */
export interface ToolRoute extends Route {
  readonly tool: ToolListing
  /** Unique within a server: a dot cannot be part of a tool's name. */
  readonly id: string
  /** True if arguments come from the body, or one argument is the body. */
  readonly takesBody: boolean
  /** True if arguments come from the query string: there is no body, or it is one argument. */
  readonly takesQuery: boolean
  /** The arguments that the route itself stands for. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined
  /** True if all arguments in the path are strings, so that their texts are their values. */
  readonly hasPlainPath: boolean
}

/**
 * Every route of a tool: `POST /api/<tool>`, `GET` if it only reads, and the one it declares. That
 * of jobs has a DELETE beside it.
 */
export function routesOf(tool: ToolListing): readonly ToolRoute[] {
  const { name, effect, rest } = tool
  const path = `/api/${name}`
  const routes = [toRoute(tool, { method: 'POST', path }, name)]
  const reader = tool.job === 'fetches' ? withoutCancel(tool) : tool
  if (effect === 'read') routes.push(toRoute(reader, { method: 'GET', path }, `${name}.get`))
  if (rest === undefined) return routes
  if (tool.job === 'fetches') {
    const canceller = { ...reader, ...cancelling }
    const route = toRoute(canceller, { method: 'DELETE', path: rest.path }, `${name}.cancel`)
    routes.push({ ...route, fixed: { cancel: true } })
  }
  routes.push(toRoute(reader, rest, `${name}.rest`))
  return routes
}

/** True if a route shows a job, and so has its events. */
export const hasEvents = ({ tool, method }: ToolRoute): boolean =>
  tool.job === 'fetches' && method === 'GET'

/** What the route that cancels says about itself. */
const cancelling: Partial<ToolListing> = {
  summary: 'Cancel a call that takes long, by the job_id that it gave.',
  description: 'It says what became of the job. A job that has ended keeps its answer.',
  effect: 'write',
}

/** A GET must change nothing, so it does not take the argument that cancels. */
function withoutCancel(tool: ToolListing): ToolListing {
  const { inputSchema } = tool
  const { cancel: _, ...properties } = inputSchema.properties ?? {}
  return { ...tool, inputSchema: { ...inputSchema, properties } }
}

function toRoute(tool: ToolListing, route: Route, id: string): ToolRoute {
  const takesBody = route.method !== 'GET' && route.method !== 'DELETE'
  const takesQuery = !takesBody || route.body !== undefined
  const hasPlainPath = pathArguments(route.path).every((name) => isString(tool, name))
  return { ...route, tool, id, takesBody, takesQuery, hasPlainPath }
}

function isString({ inputSchema }: ToolListing, argument: string): boolean {
  return viewObject(inputSchema, inputSchema).properties[argument]?.type === 'string'
}

/** The routes of a tool under its former names, which answer and are not shown. */
export const formerRoutesOf = (tool: ToolListing): readonly ToolRoute[] =>
  tool.formerly.flatMap(({ name }) => routesOf({ ...tool, name, rest: undefined }))

/**
 * The routes in the order in which a router must try them: a literal segment before an argument, so
 * that `/notes/recent` is not taken for the id of a note.
 */
export const byPrecedence = <R extends { readonly path: string }>(
  routes: readonly R[],
): readonly R[] =>
  routes.toSorted((a, b) => comparePaths(argumentsLast(a.path), argumentsLast(b.path)))

/** Sorts literal segments first, then those with text around an argument, then whole arguments. */
const argumentsLast = (path: string): string =>
  path.replaceAll(/:\w+(?=\/|$)/g, '\uffff').replaceAll(/:\w+/g, '\ufffe')

const comparePaths = (a: string, b: string): number => Number(a > b) - Number(a < b)
