import { Hono } from 'hono'
import { findScopeRefusal } from '../../auth/scopes.ts'
import type { Caller } from '../../define/call.ts'
import { type ResourceBody, matchResource, toPathTemplate } from '../../define/resource.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { Server } from '../../server.ts'
import { type Edge, createEdge, webRequests } from '../http/create-edge.ts'
import {
  type NodeArrival,
  type Sender,
  addHeaders,
  createGuardedFetch,
} from '../http/create-guarded-fetch.ts'
import { restEdgeRules } from '../http/edge-rules.ts'
import { toRefusedCaller } from '../http/to-refused-caller.ts'
import { answerMethod } from './answer-method.ts'
import {
  type AnswerWriter,
  type RestCall,
  createAnswerWriter,
} from './answers/create-answer-writer.ts'
import { unknownContents, unknownRoute } from './answers/unknown-route.ts'
import { createAllowedMethods } from './create-allowed-methods.ts'
import { type Representations, createRepresentations } from './create-representations.ts'
import { type EventAnswers, createEventAnswers } from './events/create-event-answers.ts'
import { findRoute } from './find-route.ts'
import { findWanted } from './find-wanted.ts'
import { createMetadataPage } from './pages/create-metadata-page.ts'
import { infoPagesOf } from './pages/info-pages.ts'
import { checkOwnPage } from './requests/check-own-page.ts'
import { isHtmlForm } from './requests/is-html-form.ts'
import { readArguments, readCallOptions, requestIdOf } from './requests/read-call.ts'
import { restOptionFaults } from './requests/rest-option-faults.ts'
import type { RestFaceOptions, RestOptions } from './requests/rest-options.ts'
import {
  type ToolRoute,
  byPrecedence,
  formerRoutesOf,
  hasEvents,
  routesOf,
} from './requests/routes.ts'
import { toPatience, waitSecondsIn } from './requests/to-patience.ts'
import { toRefusal } from './requests/to-refusal.ts'
import { type ResourceRoute, resourceRoutesOf, toPattern } from './resources/resource-routes.ts'
import { writeResource } from './resources/write-resource.ts'
import { wantsEvents } from './wants-events.ts'

/** A server as a web-standard function; Node's server may say beside a request where it is from. */
export type RestHandler = (request: Request, arrival?: NodeArrival) => Promise<Response>

/** A REST face, and what a transport in front of it needs. */
export interface RestFace {
  readonly fetch: RestHandler
  /** Writes the refusal of a request that the transport does not take. */
  refuse(request: Request, refusal: Refusal): Response
  /** Ends what would never end by itself: the events of jobs that go on. */
  close(): void
}

/** What the routes of one server share. */
interface RestParts {
  readonly server: Server
  readonly edge: Edge<Request>
  readonly writer: AnswerWriter
  /** Answers with the events of jobs. */
  readonly events: EventAnswers
  readonly options: RestFaceOptions
  /** The routes that are shown. */
  readonly routes: readonly (ToolRoute | ResourceRoute)[]
  /** Those and the routes of former names, in the order in which they are tried. */
  readonly allRoutes: readonly (ToolRoute | ResourceRoute)[]
  readonly representations: Representations
}

/** A request that was let in. */
interface Entered {
  readonly request: Request
  readonly caller: Caller | undefined
}

/** What the edge leaves for the routes. */
interface RestEnv {
  readonly Bindings: Entered
}

/** Whatever starts and watches a server asks for these, and has no token. */
const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Creates the REST face of a server, for anything that takes a Request and gives a Response. It
 * never rejects.
 *
 * @example
 *   import { createRestHandler } from 'toolaccord/rest'
 *
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [] })
 *   const handler = createRestHandler(server, { hosts: ['tools.example'] })
 *   const response = await handler(new Request('https://tools.example/healthz'))
 *   response.status // → 200
 */
export function createRestHandler(server: Server, options: RestOptions = {}): RestHandler {
  return createRestFace(server, options).fetch
}

/** Creates the REST face of a server for a transport that may refuse requests by itself. */
export function createRestFace(server: Server, options: RestFaceOptions): RestFace {
  const [fault] = restOptionFaults(options)
  if (fault !== undefined) throw new RangeError(fault)
  const writer = createAnswerWriter(server, options)
  const tools = server.tools()
  const routes = [...tools.flatMap(routesOf), ...resourceRoutesOf(server.resources())]
  const face: RestParts = {
    server,
    edge: createEdge(webRequests, restEdgeRules, options),
    writer,
    events: createEventAnswers(server, writer),
    options,
    routes,
    allRoutes: byPrecedence([...routes, ...tools.flatMap(formerRoutesOf)]),
    representations: createRepresentations(server),
  }
  const app = createApp(face)
  const answerMetadata = options.authenticator && createMetadataPage(options.authenticator)
  const guardedFetch = createGuardedFetch(face.edge, {
    isOpen: ({ url }) => openPaths.has(new URL(url).pathname),
    serve: async (request, caller) => app.fetch(request, { request, caller }),
    turns: server.turns,
    rescue: (request, thrown, sender) => rescue(face, request, thrown, sender),
  })
  return {
    fetch: async (request, arrival) => answerMetadata?.(request) ?? guardedFetch(request, arrival),
    refuse(request, refusal) {
      const id = requestIdOf(request) ?? server.newId()
      const response = answerRefusal(face, request, refusal, id)
      addHeaders(response.headers, face.edge.headersFor(request))
      return response
    },
    close: face.events.close,
  }
}

function createApp(face: RestParts): Hono<RestEnv> {
  const { server, allRoutes, options } = face
  const app = new Hono<RestEnv>()
  for (const [path, page] of infoPagesOf(server, options))
    app.get(path, ({ req, env }) => page(req.raw, env.caller))
  for (const route of allRoutes) {
    const pattern = toPattern(route.path)
    if ('tool' in route)
      app.on(route.method, pattern, ({ env, req }) => callTool(face, route, env, req.param()))
    else app.on(route.method, pattern, ({ env }) => showResource(face, route, env))
  }
  const allowedMethods = createAllowedMethods(app.routes)
  app.notFound(({ env, req }) => answerUnknown(face, env, req.path, allowedMethods(req.path)))
  // Whatever is thrown is answered in one place, which is `rescue`.
  app.onError((error) => {
    throw error
  })
  return app
}

async function callTool(
  face: RestParts,
  route: ToolRoute,
  { request, caller }: Entered,
  pathTexts: Readonly<Record<string, string>>,
): Promise<Response> {
  const { server, edge, writer } = face
  const { name, scopes, job } = route.tool
  const lacking = caller && findScopeRefusal(scopes, caller)
  if (lacking !== undefined) throw edge.toRefusal(lacking)
  const called = readCallOptions(request, caller)
  if (isHtmlForm(route, request)) return callByForm(face, route, { request, called }, pathTexts)
  if (job !== undefined) return callPatiently(face, route, { request, called }, pathTexts)
  const representation = face.representations.choose(request, called)
  const args = await readArguments(route, request, pathTexts, server.limits.bodyBytes)
  const outcome = await server.call(name, args, called)
  return writer.writeOutcome({ request, representation, called, route }, outcome)
}

/** Calls a tool for an HTML form, whose sender is a person. */
async function callByForm(
  { server, writer }: RestParts,
  route: ToolRoute,
  { request, called }: Pick<RestCall, 'request' | 'called'>,
  pathTexts: Readonly<Record<string, string>>,
): Promise<Response> {
  checkOwnPage(request)
  const args = await readArguments(route, request, pathTexts, server.limits.bodyBytes)
  const outcome = await server.call(route.tool.name, args, called)
  return writer.writeForm({ request, form: route.form, args }, outcome)
}

/** Calls a tool whose answer may be the handle to a job. */
async function callPatiently(
  face: RestParts,
  route: ToolRoute,
  { request, called }: Pick<RestCall, 'request' | 'called'>,
  pathTexts: Readonly<Record<string, string>>,
): Promise<Response> {
  const { server, writer, events, options } = face
  const asEvents = hasEvents(route) && wantsEvents(request)
  const choice = asEvents ? 'prefer' : 'choose'
  const representation = face.representations[choice](request, called)
  const args = await readArguments(route, request, pathTexts, server.limits.bodyBytes)
  if (asEvents) return events.answer({ request, representation, called, route }, args)
  const patience = toPatience(request, options, waitSecondsIn(route.tool, args))
  const patient = { ...called, waitMs: patience.waitMs }
  const outcome = await server.callByName(route.tool.name, args, patient)
  return writer.writeOutcome({ request, representation, called, route, patience }, outcome)
}

async function showResource(
  face: RestParts,
  { path, resource }: ResourceRoute,
  { request, caller }: Entered,
): Promise<Response> {
  const { server, edge, writer } = face
  const lacking = caller && findScopeRefusal(resource.scopes ?? [], caller)
  if (lacking !== undefined) throw edge.toRefusal(lacking)
  const called = readCallOptions(request, caller)
  const id = called.id ?? server.newId()
  const { pathname } = new URL(request.url)
  const variables = matchResource(resource, toPathTemplate(path), pathname)
  const outcome = variables && (await server.read(resource, variables, { ...called, id }))
  if (outcome?.ok === false) {
    const representation = face.representations.prefer(request, called)
    return writer.writeOutcome({ request, representation, called }, outcome)
  }
  // The cast names what a resource gives; policies pass it on.
  const body = (outcome?.data ?? undefined) as ResourceBody | undefined
  if (outcome === undefined || body === undefined) {
    const unknown = new Refusal('not_found', unknownContents(path, pathname))
    return answerRefusal(face, request, unknown, id)
  }
  const { rateLimit } = outcome.notes
  const { isProtected } = edge
  return writeResource({ request, resource, body, requestId: id, isProtected, rateLimit })
}

async function answerUnknown(
  face: RestParts,
  { request, caller }: Entered,
  path: string,
  methods: readonly string[],
): Promise<Response> {
  if (methods.length > 0) return answerMethod(request, path, [...methods, 'OPTIONS'].join(', '))
  const name = /^\/api\/([^/]+)$/.exec(path)?.[1]
  if (name === undefined)
    throw new Refusal('not_found', unknownRoute(request.method, path, face.routes))
  // The pipeline refuses an unknown tool, so that every face says the same about it.
  const called = readCallOptions(request, caller)
  const representation = face.representations.prefer(request, called)
  const outcome = await face.server.call(name, {}, called)
  return face.writer.writeOutcome({ request, representation, called }, outcome)
}

/** Answers a request on whose way something was thrown. */
function rescue(face: RestParts, request: Request, thrown: unknown, sender: Sender): Response {
  const { newId, log, logRefused } = face.server
  const id = requestIdOf(request) ?? newId()
  const fields = { method: request.method, path: new URL(request.url).pathname }
  const refusal = toRefusal(thrown, { log, id, message: 'the REST face threw', fields })
  const about = {
    id,
    face: 'rest',
    findWanted: () => findWanted(request, face.allRoutes),
  } as const
  logRefused(toRefusedCaller(refusal, about, sender))
  return answerRefusal(face, request, refusal, id)
}

function answerRefusal(face: RestParts, request: Request, refusal: Refusal, id: string): Response {
  const route = findRoute(request, face.allRoutes)
  if (route !== undefined && 'tool' in route && isHtmlForm(route, request))
    return face.writer.writeFormRefusal(request, refusal, id)
  const representation = face.representations.prefer(request, {})
  return face.writer.writeRefusal({ request, representation }, refusal, id)
}
