import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { RestOptions } from './rest-options.ts'

/** CORS for the allowed origins; an OPTIONS that is no preflight goes on, to be told the methods of the route. */
export function crossOrigin(allowed: NonNullable<RestOptions['cors']>): MiddlewareHandler {
  const middleware = cors({
    origin: allowed === true ? '*' : [...allowed.origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Accept', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
    exposeHeaders: ['X-Request-Id', 'ETag', 'Retry-After', 'Toolaccord-Notes'],
    maxAge: 600,
  })
  return (c, next) => (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') === undefined ? next() : middleware(c, next))
}
