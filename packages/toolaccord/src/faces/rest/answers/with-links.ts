import { pathArguments } from '../../../compile/route-faults.ts'
import { compact, sameJson, without } from '../../../json/json.ts'
import { mapNext } from '../../../outcome/next.ts'
import type { NextStep, Outcome } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'
import { fromTexts } from '../../from-texts.ts'
import { type ToolRoute, byPrecedence, routesOf } from '../requests/routes.ts'
import { toSegment } from './location-of.ts'

/** Longer links are cut by some programs; their arguments go into a body. */
const maxLength = 2048

type Arguments = Readonly<Record<string, unknown>>

/** A route of a server, of a tool or of a resource. */
interface AnyRoute {
  readonly method: string
  readonly path: string
  readonly tool?: ToolRoute['tool']
}

/**
 * Returns an outcome whose next steps are requests; those of tools without a route are gone. The
 * paths begin with `basePath`.
 */
export function withLinks(outcome: Outcome, server: Server, basePath = ''): Outcome {
  const resources = server.resources().flatMap(({ path }) => path ?? [])
  const routes = byPrecedence<AnyRoute>([
    ...server.tools().flatMap(routesOf),
    ...resources.map((path) => ({ method: 'GET', path })),
  ])
  return mapNext(outcome, (step) => {
    const link = toLink(step, server, routes)
    return link && { ...link, href: `${basePath}${link.href}` }
  })
}

/** The route that a tool declares is the best link, then a GET, then a POST, which takes all. */
function toLink(
  step: NextStep,
  server: Server,
  routes: readonly AnyRoute[],
): (NextStep & { readonly href: string }) | undefined {
  const tool = server.tools().find(({ name }) => name === step.tool)
  if (tool === undefined) return undefined
  const args = compact({ ...step.args })
  for (const route of routesOf(tool).toReversed()) {
    const href = toHref(route, args)
    if (href === undefined || !leadsTo(route, href, routes)) continue
    return { ...step, method: route.method, href }
  }
  return undefined
}

/** The path and query of a request; undefined if they cannot say the arguments exactly. */
function toHref(route: ToolRoute, args: Arguments): string | undefined {
  // Arguments that are the body or the route itself would have to be told apart from the others.
  if (route.body !== undefined) return undefined
  if (route.fixed !== undefined) return undefined
  const inPath = pathArguments(route.path)
  const path = fillPath(route.path, args)
  if (path === undefined || !route.takesQuery) return path
  const query = toQuery(without(args, inPath))
  const href = query.size === 0 ? path : `${path}?${query}`
  const texts = inPath.map((name) => [name, String(args[name])] as const)
  const read = fromTexts(route.tool.inputSchema, [...query, ...texts])
  return href.length <= maxLength && sameJson(read, args) ? href : undefined
}

function fillPath(template: string, args: Arguments): string | undefined {
  const segments: string[] = []
  for (const part of template.split('/')) {
    const segment = part.startsWith(':') ? toSegment(args[part.slice(1)]) : part
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return segments.join('/')
}

function toQuery(args: Arguments): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    for (const text of toTexts(value)) query.append(name, text)
  }
  return query
}

/** An array is given item by item, an object as JSON; an empty array cannot be given by items. */
function toTexts(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value.map(toText)
  return [toText(value)]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of an argument may be the literal segment of another route, which then answers. */
function leadsTo(route: ToolRoute, href: string, routes: readonly AnyRoute[]): boolean {
  const [path = ''] = href.split('?', 1)
  const reached = routes.find(({ method, path: template }) => {
    return method === route.method && isPathOf(template, path)
  })
  return reached?.path === route.path
}

function isPathOf(template: string, path: string): boolean {
  const segments = path.split('/')
  const parts = template.split('/')
  if (parts.length !== segments.length) return false
  return parts.every((part, index) => part.includes(':') || part === segments[index])
}
