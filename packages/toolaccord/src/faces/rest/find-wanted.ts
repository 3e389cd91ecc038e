import { findRoute } from './find-route.ts'
import type { ToolRoute } from './requests/routes.ts'
import type { ResourceRoute } from './resources/resource-routes.ts'

/** The tool or the resource that a request asks for, as it is logged; the first route wins. */
export function findWanted(
  request: Request,
  routes: readonly (ToolRoute | ResourceRoute)[],
): string | undefined {
  const fits = findRoute(request, routes)
  if (fits === undefined) return undefined
  return 'tool' in fits ? fits.tool.name : `resource ${fits.resource.name}`
}
