import type { Authenticator } from '../../../auth/create-authenticator.ts'

/**
 * Answers those who ask where tokens come from (RFC 9728), whoever they are; undefined for every
 * other request.
 */
export function createMetadataPage(
  authenticator: Authenticator,
): (request: Request) => Response | undefined {
  const body = JSON.stringify(authenticator.metadata())
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  }
  const methods = 'GET, HEAD, OPTIONS'
  return ({ method, url }) => {
    if (!authenticator.metadataPaths.includes(new URL(url).pathname)) return undefined
    if (method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: {
          ...headers,
          Allow: methods,
          'Access-Control-Allow-Methods': methods,
          'Access-Control-Allow-Headers': '*',
        },
      })
    if (method !== 'GET' && method !== 'HEAD') return undefined
    return new Response(method === 'GET' ? body : null, {
      headers: { ...headers, 'Content-Type': 'application/json' },
    })
  }
}
