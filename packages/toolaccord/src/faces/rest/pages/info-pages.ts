import type { Hono } from 'hono'
import type { Server } from '../../../server.ts'
import { toOpenApi } from '../open-api/to-open-api.ts'
import type { RestEnv } from '../requests/authenticate.ts'
import { requestIdOf } from '../requests/call-options.ts'
import type { RestOptions } from '../requests/rest-options.ts'
import { toolPage } from './tool-page.ts'

/** Adds what a server tells about itself; these are not answers of tools, so they have no envelope. */
export function addInfoPages(
  app: Hono<RestEnv>,
  server: Server,
  { ready = () => true, authenticator }: RestOptions,
): void {
  const openApi = toOpenApi(server, { isProtected: authenticator !== undefined })
  app.get('/', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(toolPage(server, new URL(c.req.url).origin), 200, plainHeaders(c.req.raw))
  })
  app.get('/openapi.json', (c) => c.json(openApi, 200, plainHeaders(c.req.raw)))
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, plainHeaders(c.req.raw)))
  app.get('/readyz', async (c) => {
    const isReady = await ask(ready)
    return c.json(
      { status: isReady ? 'ok' : 'not ready' },
      isReady ? 200 : 503,
      plainHeaders(c.req.raw),
    )
  })
}

/** The headers of answers without an envelope. */
export function plainHeaders(request: Request): Record<string, string> {
  const id = requestIdOf(request)
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(id !== undefined && { 'X-Request-Id': id }),
  }
}

async function ask(ready: NonNullable<RestOptions['ready']>): Promise<boolean> {
  try {
    return await ready()
  } catch {
    return false
  }
}
