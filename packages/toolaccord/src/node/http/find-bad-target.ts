import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../outcome/refusal.ts'

/**
 * Finds out whether a request names one host in one way, and returns a refusal if not. The whole
 * URL that a client may send becomes a path.
 */
export function findBadTarget(request: IncomingMessage): Refusal | undefined {
  const { host } = request.headers
  if (request.url?.startsWith('/') !== true && !hasOwnUrl(request)) return badUrl()
  if (host === undefined) return isHealth(request.url) ? undefined : badHost()
  return isAuthority(host) ? undefined : badHost()
}

/** True for the paths that whatever starts and watches a server asks for, also without a host. */
export const isHealth = (url: string | undefined): boolean =>
  url === '/healthz' || url === '/readyz'

/** Makes the whole URL that a client may send a path, if it names the host that `Host` does. */
function hasOwnUrl(request: IncomingMessage): boolean {
  const { url = '', headers } = request
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false
  const { host, pathname, search, username, password } = new URL(url)
  if (host !== headers.host?.toLowerCase() || username !== '' || password !== '') return false
  request.url = pathname + search
  return true
}

/** True for a name or an address, with or without a port. */
function isAuthority(host: string): boolean {
  const parts = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host)
  return parts !== null && Number(parts[1] ?? 0) <= 65_535
}

const badHost = (): Refusal =>
  new Refusal('malformed_input', {
    message: 'The request does not name the one host that it is sent to.',
    hint: 'Send one header Host, such as localhost:8808.',
  })

const badUrl = (): Refusal =>
  new Refusal('malformed_input', {
    message: 'The request is for something other than a path of its Host.',
    hint: 'Send the path, such as /mcp, and the host in the header Host.',
  })
