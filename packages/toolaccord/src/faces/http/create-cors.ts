import type { EdgeRules } from './edge-rules.ts'

/** The web pages that may call: those of any origin, or of the named ones. */
export type AllowedOrigins = true | { readonly origins: readonly string[] }

/** Headers of an answer, in pairs that are made once and shared by all answers. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The headers by which browsers let pages of other origins call. */
export interface Cors {
  isAllowed(origin: string): boolean
  /** The headers of every answer to a page of this origin. */
  headersFor(origin: string | undefined): HeaderList
  /** The headers of the answer to a preflight, by which a browser asks what a page may send. */
  preflightHeadersFor(origin: string | undefined): HeaderList
}

/** How long a browser may remember the answer to a preflight, in seconds. */
const preflightSeconds = 600

/** Creates the CORS headers of one face. */
export function createCors(rules: EdgeRules, allowed: AllowedOrigins): Cors {
  const exposed = ['Access-Control-Expose-Headers', rules.responseHeaders.join()] as const
  const preflight: HeaderList = [
    ['Access-Control-Allow-Methods', rules.methods.join()],
    ['Access-Control-Allow-Headers', rules.requestHeaders.join()],
    ['Access-Control-Max-Age', String(preflightSeconds)],
  ]
  const toHeaders = (origin: string): HeaderList => [
    ['Access-Control-Allow-Origin', origin],
    exposed,
  ]
  const vary = ['Vary', 'Origin'] as const
  if (allowed === true) {
    const headers = toHeaders('*')
    const preflightHeaders = [...headers, ...preflight]
    return {
      isAllowed: () => true,
      headersFor: () => headers,
      preflightHeadersFor: () => preflightHeaders,
    }
  }
  const known = new Map(allowed.origins.map((origin) => [origin, [vary, ...toHeaders(origin)]]))
  const unknown: HeaderList = [vary]
  const headersFor = (origin = ''): HeaderList => known.get(origin) ?? unknown
  return {
    isAllowed: (origin) => known.has(origin),
    headersFor,
    preflightHeadersFor: (origin) => [...headersFor(origin), ...preflight],
  }
}
