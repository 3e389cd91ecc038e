import type { Resource } from '../../../define/resource.ts'

/** A resource that can be read over HTTP. */
export interface ResourceRoute {
  readonly method: 'GET'
  readonly path: string
  readonly resource: Resource
}

/** The routes of the resources that have a path. */
export function resourceRoutesOf(resources: readonly Resource[]): readonly ResourceRoute[] {
  const routes: ResourceRoute[] = []
  for (const resource of resources)
    if (resource.path !== undefined) routes.push({ method: 'GET', path: resource.path, resource })
  return routes
}

/**
 * A path in the form that the router takes: it knows an argument inside a segment only as an
 * expression for the whole segment.
 */
export const toPattern = (path: string): string => path.split('/').map(toSegmentPattern).join('/')

function toSegmentPattern(segment: string, index: number): string {
  const isWhole = /^:\w+$/.test(segment) || !segment.includes(':')
  if (isWhole) return segment
  const expression = segment.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')
  return `:segment${index}{${expression}}`
}
