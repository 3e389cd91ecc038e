import { matchTemplate, toPathTemplate } from '../../define/resource.ts'
import type { ToolRoute } from './requests/routes.ts'
import type { ResourceRoute } from './resources/resource-routes.ts'

/** The route that a request asks for; the first that fits wins. */
export function findRoute(
  { method, url }: Request,
  routes: readonly (ToolRoute | ResourceRoute)[],
): ToolRoute | ResourceRoute | undefined {
  const { pathname } = new URL(url)
  return routes.find(
    (route) =>
      route.method === method && matchTemplate(toPathTemplate(route.path), pathname) !== undefined,
  )
}
