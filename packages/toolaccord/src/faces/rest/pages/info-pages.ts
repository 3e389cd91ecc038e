import type { Caller } from '../../../define/call.ts'
import type { Server } from '../../../server.ts'
import { createViews } from '../../create-views.ts'
import { toOpenApi } from '../open-api/to-open-api.ts'
import { requestIdOf } from '../requests/read-call.ts'
import type { RestFaceOptions, RestOptions } from '../requests/rest-options.ts'
import { toolPage } from './tool-page.ts'

/** Answers a GET of one path. */
export type Page = (request: Request, caller: Caller | undefined) => Response | Promise<Response>

/**
 * The pages about a server itself, by path. They are not answers of tools, so they have no
 * envelope.
 */
export function infoPagesOf(
  server: Server,
  { ready = () => true, isDraining = () => false, authenticator, basePath: url }: RestFaceOptions,
): ReadonlyMap<string, Page> {
  const isProtected = authenticator !== undefined
  const viewFor = createViews(server, (view) => view)
  const openApiFor = createViews(server, (view) =>
    JSON.stringify(toOpenApi(view, { isProtected, url })),
  )
  return new Map<string, Page>([
    ['/', (request, caller) => showTools(request, viewFor(caller), url)],
    ['/openapi.json', (request, caller) => toJson(request, openApiFor(caller))],
    ['/healthz', (request) => toJson(request, '{"status":"ok"}')],
    ['/readyz', (request) => showReadiness(request, ready, isDraining)],
  ])
}

/** The headers of answers without an envelope. */
export function plainHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const id = requestIdOf(request)
  if (id !== undefined) headers['X-Request-Id'] = id
  return headers
}

async function showTools(request: Request, server: Server, basePath = ''): Promise<Response> {
  const page = await toolPage(server, new URL(request.url).origin + basePath)
  return new Response(String(page), {
    headers: {
      ...plainHeaders(request),
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

async function showReadiness(
  request: Request,
  ready: NonNullable<RestOptions['ready']>,
  isDraining: () => boolean,
): Promise<Response> {
  if (isDraining()) return toJson(request, '{"status":"draining"}', 503)
  const isReady = await asksReady(ready)
  if (isReady) return toJson(request, '{"status":"ok"}')
  return toJson(request, '{"status":"not ready"}', 503)
}

async function asksReady(ready: NonNullable<RestOptions['ready']>): Promise<boolean> {
  try {
    return await ready()
  } catch {
    return false
  }
}

const toJson = (request: Request, json: string, status = 200): Response =>
  new Response(json, {
    status,
    headers: { ...plainHeaders(request), 'Content-Type': 'application/json' },
  })
