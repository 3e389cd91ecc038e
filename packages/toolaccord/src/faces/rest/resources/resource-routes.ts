import type { Resource } from '../../../define/resource.ts'

/** A resource that can be read over HTTP. */
export interface ResourceRoute {
  readonly method: 'GET'
  readonly path: string
  readonly resource: Resource
}

/** The routes of the resources that have a path. */
export const resourceRoutesOf = (resources: readonly Resource[]): readonly ResourceRoute[] =>
  resources.flatMap((resource) =>
    resource.path === undefined ? [] : [{ method: 'GET', path: resource.path, resource }],
  )

/**
 * A path as the router takes it, which knows an argument inside a segment only as an expression for
 * all of it.
 */
export const toPattern = (path: string): string =>
  path
    .split('/')
    .map((segment, index) =>
      /^:\w+$/.test(segment) || !segment.includes(':')
        ? segment
        : `:segment${index}{${toExpression(segment)}}`,
    )
    .join('/')

const toExpression = (segment: string): string =>
  segment.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')
