import { matchTemplate, toPathTemplate } from '../../define/resource.ts'
import type { ToolRoute } from './requests/routes.ts'
import type { ResourceRoute } from './resources/resource-routes.ts'

/** The tool or the resource that a request asks for, as it is logged; the first route wins. */
export function findWanted(
  { method, url }: Request,
  routes: readonly (ToolRoute | ResourceRoute)[],
): string | undefined {
  const { pathname } = new URL(url)
  const fits = routes.find(
    (route) =>
      route.method === method && matchTemplate(toPathTemplate(route.path), pathname) !== undefined,
  )
  if (fits === undefined) return undefined
  return 'tool' in fits ? fits.tool.name : `resource ${fits.resource.name}`
}
