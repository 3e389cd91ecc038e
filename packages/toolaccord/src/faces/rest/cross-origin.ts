import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { allowedHeaders, exposedHeaders, preflightSeconds } from '../http/cors-headers.ts'
import type { RestOptions } from './requests/rest-options.ts'

/**
 * CORS for the allowed origins; an OPTIONS that is no preflight goes on, to be told the methods of
 * the route.
 */
export function crossOrigin(allowed: NonNullable<RestOptions['cors']>): MiddlewareHandler {
  const middleware = cors({
    origin: allowed === true ? '*' : [...allowed.origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [...allowedHeaders],
    exposeHeaders: [...exposedHeaders],
    maxAge: preflightSeconds,
  })
  return (c, next) =>
    c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') === undefined
      ? next()
      : middleware(c, next)
}
