import { type Context, Hono } from 'hono'
import { findScopeRefusal } from '../../auth/scopes.ts'
import type { Caller } from '../../define/call.ts'
import { matchTemplate, toPathTemplate } from '../../define/resource.ts'
import type { Server } from '../../server.ts'
import { createResponder } from './answers/create-responder.ts'
import { unknownContents, unknownRoute } from './answers/unknown-route.ts'
import { createAllowedMethods } from './create-allowed-methods.ts'
import { crossOrigin } from './cross-origin.ts'
import { guard } from './guard.ts'
import { createMetadataPage } from './pages/create-metadata-page.ts'
import { addInfoPages, plainHeaders } from './pages/info-pages.ts'
import { type RestEnv, authenticate, toRefusal } from './requests/authenticate.ts'
import { callOptions, requestIdOf } from './requests/call-options.ts'
import { readArguments } from './requests/read-arguments.ts'
import { Refusal } from './requests/refusal.ts'
import type { RestOptions } from './requests/rest-options.ts'
import { type ToolRoute, byPrecedence, formerRoutesOf, routesOf } from './requests/routes.ts'
import { readResource } from './resources/read-resource.ts'
import { type ResourceRoute, resourceRoutesOf, toPattern } from './resources/resource-routes.ts'
import { writeResource } from './resources/write-resource.ts'

/** A server as a function of web standards. */
export type RestHandler = (request: Request) => Promise<Response>

/** The REST face of a server, for anything that speaks Request and Response. It never rejects. */
export function createRestHandler(server: Server, options: RestOptions = {}): RestHandler {
  const { authenticator } = options
  const { checkAccept, answer, respond, refuse } = createResponder(server, options)
  const routes = [...server.tools().flatMap(routesOf), ...resourceRoutesOf(server.resources())]
  const answerMetadata = authenticator && createMetadataPage(authenticator)
  const app = new Hono<RestEnv>()
  app.onError((error, { req }) =>
    error instanceof Refusal ? refuse(req.raw, error) : mask(req.raw, error),
  )
  app.notFound(answerUnknown)
  if (options.cors !== undefined) app.use(crossOrigin(options.cors))
  app.use(({ req }, next) => {
    guard(req.raw, options)
    return next()
  })
  if (authenticator !== undefined) app.use(authenticate(authenticator))
  addInfoPages(app, server, options)
  const served = byPrecedence([...routes, ...server.tools().flatMap(formerRoutesOf)])
  for (const route of served) {
    app.on(route.method, toPattern(route.path), ({ req, var: { caller } }) =>
      'tool' in route
        ? callTool(route, req.raw, req.param(), caller)
        : showResource(route, req.raw, caller),
    )
  }
  const allowedMethods = createAllowedMethods(app.routes.filter(({ method }) => method !== 'ALL'))

  const dispatch = async (request: Request) =>
    answerMetadata?.(request) ?? varying(await app.fetch(request))
  return (request) =>
    dispatch(request)
      .catch((thrown: unknown) => mask(request, thrown))
      .catch(() => new Response(null, { status: 500 }))

  async function callTool(
    route: ToolRoute,
    request: Request,
    pathTexts: Readonly<Record<string, string>>,
    caller: Caller | undefined,
  ): Promise<Response> {
    const { tool } = route
    const refused = caller && findScopeRefusal(tool.scopes, caller)
    if (refused !== undefined) throw toRefusal(refused, authenticator)
    const called = callOptions(request, caller)
    checkAccept(request, called)
    const args = await readArguments(route, request, pathTexts, server.limits.bodyBytes)
    return answer(request, route, await server.call(tool.name, args, called), called)
  }

  async function showResource(
    { path, resource }: ResourceRoute,
    request: Request,
    caller: Caller | undefined,
  ): Promise<Response> {
    const called = callOptions(request, caller)
    const id = called.id ?? server.newId()
    const { pathname } = new URL(request.url)
    const variables = matchTemplate(toPathTemplate(path), pathname)
    const found = variables && (await readResource(server, resource, variables, { ...called, id }))
    if (found === undefined)
      return refuse(request, { reason: 'not_found', problem: unknownContents(path, pathname) }, id)
    return found instanceof Refusal
      ? refuse(request, found, id)
      : writeResource(request, resource, found, id, authenticator !== undefined)
  }

  async function answerUnknown({ req, var: { caller } }: Context<RestEnv>): Promise<Response> {
    const methods = allowedMethods(req.path)
    if (methods.length > 0)
      return answerMethod(req.raw, req.path, [...methods, 'OPTIONS'].join(', '))
    const name = /^\/api\/([^/]+)$/.exec(req.path)?.[1]
    if (name === undefined)
      return refuse(req.raw, {
        reason: 'not_found',
        problem: unknownRoute(req.method, req.path, routes),
      })
    // The pipeline refuses an unknown tool, so that every face says the same about it.
    const called = callOptions(req.raw, caller)
    return respond(req.raw, await server.call(name, {}, called), called)
  }

  function answerMethod(request: Request, path: string, allow: string): Response {
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: { ...plainHeaders(request), Allow: allow },
      })
    const problem = {
      message: `${path} does not take ${request.method}.`,
      hint: `It takes ${allow}.`,
    }
    return refuse(request, { reason: 'method_not_allowed', problem, headers: { Allow: allow } })
  }

  /** Every answer depends on the token, where there must be one. */
  function varying(response: Response): Response {
    if (authenticator !== undefined) response.headers.append('Vary', 'Authorization')
    return response
  }

  function mask(request: Request, thrown: unknown): Response {
    const id = requestIdOf(request) ?? server.newId()
    server.log.error('the REST face threw', {
      id,
      method: request.method,
      path: new URL(request.url).pathname,
      thrown,
    })
    return refuse(
      request,
      {
        reason: 'internal',
        problem: { hint: `Retry later; if it happens again, report request id ${id}.` },
      },
      id,
    )
  }
}
