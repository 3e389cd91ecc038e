import { Refusal } from '../../../outcome/refusal.ts'
import { hostOfOrigin, webRequests } from '../../http/create-edge.ts'

/**
 * Throws a Refusal unless a form is on a page of the server itself. Browsers send forms of any page
 * without asking, so what `cors` allows does not count here.
 */
export function checkOwnPage(request: Request): void {
  if (isOwnPage(request)) return
  throw new Refusal('forbidden', {
    message: 'Forms are taken only from pages of this server.',
    hint: 'Open the page on this server and send its form; programs send JSON.',
  })
}

function isOwnPage(request: Request): boolean {
  const site = webRequests.headerOf(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = webRequests.headerOf(request, 'origin')
  return origin !== undefined && hostOfOrigin(origin) === webRequests.hostOf(request)
}
