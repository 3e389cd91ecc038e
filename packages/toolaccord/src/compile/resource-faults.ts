import { type Resource, uriFaults, variablesOf } from '../define/resource.ts'
import type { AnyTool } from '../define/tool.ts'
import { repeated } from '../names/repeated.ts'
import { isFrameworkPath, pathArguments } from './route-faults.ts'

/** Checks the resources of a server, and their paths against the routes of its tools. */
export function* resourceFaults(
  resources: readonly Resource[],
  tools: readonly AnyTool[],
): Iterable<string> {
  for (const { uri } of resources) yield* uriFaults(uri)
  for (const uri of repeated(resources.map(({ uri }) => uri))) {
    yield `two resources have the URI ${uri}`
  }
  for (const { uri, path } of resources) {
    const fault = path === undefined ? undefined : findPathFault(uri, path)
    if (fault !== undefined) yield `resource ${uri}: path: '${path}' ${fault}`
  }
  yield* sharedPaths(resources, tools)
}

function* sharedPaths(resources: readonly Resource[], tools: readonly AnyTool[]): Iterable<string> {
  const shapes = resources.flatMap(({ path }) => (path === undefined ? [] : [toShape(path)]))
  for (const shape of repeated(shapes)) yield `two resources have the path ${shape}`
  const reading = tools.filter(({ rest }) => rest?.method === 'GET')
  const taken = new Set(reading.map(({ rest }) => toShape(rest?.path ?? '')))
  for (const shape of new Set(shapes)) {
    if (taken.has(shape)) yield `a resource and a tool both declare the route GET ${shape}`
  }
}

/** A path as a router sees it: the names of its arguments make no difference. */
const toShape = (path: string): string => path.replaceAll(/:\w+/g, ':')

/**
 * A segment may hold text around its variables, such as `icon.:variant.svg`, and something between
 * any two.
 */
function findPathFault(uri: string, path: string): string | undefined {
  if (!/^(\/(:\w+[.~-]|[\w.~-])*(:\w+|[\w.~-]))+$/.test(path)) {
    return "must be made of segments such as 'icons' and ':id.svg'"
  }
  if (isFrameworkPath(path)) return 'belongs to the framework'
  const named = pathArguments(path)
  const variables = variablesOf(uri)
  if (named.toSorted().join() === variables.toSorted().join()) return undefined
  const wanted = variables.map((name) => `:${name}`).join(', ') || 'none'
  return `must name exactly the variables of the URI: ${wanted}`
}
