import type { Authenticator } from '../../../auth/create-authenticator.ts'

const methods = 'GET, HEAD, OPTIONS'
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=3600',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Creates the page that says where tokens come from (RFC 9728). It answers everybody, and gives
 * undefined for every other request.
 */
export function createMetadataPage(
  authenticator: Authenticator,
): (request: Request) => Response | undefined {
  const body = JSON.stringify(authenticator.metadata())
  return ({ method, url }) => {
    if (!authenticator.metadataPaths.includes(new URL(url).pathname)) return undefined
    if (method === 'OPTIONS') return answerOptions()
    const withType = { ...headers, 'Content-Type': 'application/json' }
    if (method === 'GET') return new Response(body, { headers: withType })
    if (method === 'HEAD') return new Response(null, { headers: withType })
    return undefined
  }
}

const answerOptions = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...headers,
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': '*',
    },
  })
