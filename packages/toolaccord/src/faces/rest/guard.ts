import { Refusal } from './requests/refusal.ts'
import type { RestOptions } from './requests/rest-options.ts'

/**
 * Refuses what a foreign web page may have made a browser send: a rebound host name, or a change
 * from another origin.
 */
export function guard(request: Request, { hosts, cors }: RestOptions): void {
  const { host, hostname } = new URL(request.url)
  if (hosts !== undefined && !hosts.includes(hostname)) {
    const message = `This server does not answer for the host '${hostname}'.`
    throw new Refusal('forbidden', { message, hint: `Call it as ${hosts.join(', ')}.` })
  }
  const origin = request.headers.get('origin')
  if (origin === null || isSafe(request) || hostOf(origin) === host) return
  if (cors === true || cors?.origins.includes(origin)) return
  throw new Refusal('forbidden', {
    message: 'Web pages of this origin may not call this server.',
    hint: "The server's cors option names the origins that may.",
  })
}

const isSafe = ({ method }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Without the scheme, which a proxy in front of the server may have changed. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
