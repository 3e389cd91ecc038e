import { type Resource, uriFaults, variablesOf } from '../define/resource.ts'
import type { AnyTool } from '../define/tool.ts'
import { repeated } from '../names/repeated.ts'
import { isFrameworkPath, pathArguments } from './definition.ts'

/** Every reason to refuse the resources of a server, their paths among those of its tools included. */
export function resourceFaults(
  resources: readonly Resource[],
  tools: readonly AnyTool[],
): string[] {
  const shapes = resources.flatMap(({ path }) => (path === undefined ? [] : [toShape(path)]))
  const taken = new Set(
    tools.flatMap(({ rest }) => (rest?.method === 'GET' ? [toShape(rest.path)] : [])),
  )
  return [
    ...resources.flatMap(({ uri }) => uriFaults(uri)),
    ...repeated(resources.map(({ uri }) => uri)).map((uri) => `two resources have the URI ${uri}`),
    ...resources.flatMap(({ uri, path }) =>
      path === undefined
        ? []
        : pathFaults(uri, path).map((fault) => `resource ${uri}: path: '${path}' ${fault}`),
    ),
    ...repeated(shapes).map((shape) => `two resources have the path ${shape}`),
    ...[...new Set(shapes)]
      .filter((shape) => taken.has(shape))
      .map((shape) => `a resource and a tool both declare the route GET ${shape}`),
  ]
}

/** A path as a router sees it: the names of its arguments do not tell it from another. */
const toShape = (path: string): string => path.replaceAll(/:\w+/g, ':')

/**
 * A segment may hold text around its variables, such as `icon.:variant.svg`, and something between
 * any two.
 */
function pathFaults(uri: string, path: string): string[] {
  if (!/^(\/(:\w+[.~-]|[\w.~-])*(:\w+|[\w.~-]))+$/.test(path))
    return ["must be made of segments such as 'icons' and ':id.svg'"]
  if (isFrameworkPath(path)) return ['belongs to the framework']
  const [named, variables] = [pathArguments(path), variablesOf(uri)]
  const wanted = variables.length === 0 ? 'none' : variables.map((name) => `:${name}`).join(', ')
  return named.toSorted().join() === variables.toSorted().join()
    ? []
    : [`must name exactly the variables of the URI: ${wanted}`]
}
