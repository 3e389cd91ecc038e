import * as z from 'zod'
import type { ServerInit } from '../src/compile/forms/server-init.ts'
import type { Call } from '../src/define/call.ts'
import { type AnyTool, defineTool } from '../src/define/tool.ts'
import { createRestHandler } from '../src/faces/rest/create-rest-handler.ts'
import type { RestOptions } from '../src/faces/rest/requests/rest-options.ts'
import { silentLog } from '../src/log/log.ts'
import { ok } from '../src/outcome/outcome.ts'
import { type Server, defineServer } from '../src/server.ts'

const echo = z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })
const answer = (args: object, call: Call) => ok({ tool: call.tool, args: { ...args } })

const find = defineTool({
  name: 'find_things',
  summary: 'Find things.',
  input: z.object({
    tags: z.array(z.string()).optional(),
    size: z.object({ min: z.number() }).optional(),
    limit: z.int().max(10).default(5),
  }),
  output: echo,
  effect: 'read',
  run: answer,
})
const read = defineTool({
  name: 'get_thing',
  summary: 'Read a thing.',
  input: z.object({ id: z.string(), full: z.boolean().optional() }),
  output: echo,
  effect: 'read',
  codes: ['thing_not_found'],
  rest: { method: 'GET', path: '/things/:id' },
  run(args, call) {
    if (args.id === 'none') return call.fail('thing_not_found', { path: 'id' })
    return ok({ tool: call.tool, args }, { contentHash: 'h1' })
  },
})
const recent = defineTool({
  name: 'recent',
  summary: 'Recent things.',
  output: echo,
  effect: 'read',
  rest: { method: 'GET', path: '/things/recent' },
  run: answer,
})
const write = defineTool({
  name: 'put_thing',
  summary: 'Write a thing.',
  input: z.object({ thing: z.string(), size: z.int() }),
  output: echo,
  effect: 'write',
  rest: { method: 'PUT', path: '/things/:thing' },
  run: answer,
})
const remove = defineTool({
  name: 'remove_thing',
  summary: 'Remove a thing.',
  input: z.object({ id: z.string(), force: z.boolean().default(false) }),
  output: echo,
  effect: 'destroy',
  consent: false,
  rest: { method: 'DELETE', path: '/things/:id' },
  run: answer,
})
const check = defineTool({
  name: 'check',
  summary: 'Check things.',
  output: z.object({ checked: z.array(z.string()) }),
  effect: 'read',
  codes: ['thing_not_found', 'busy'],
  run(_, call) {
    return call.reject([{ code: 'thing_not_found', path: 'a' }, { code: 'busy' }], {
      data: { checked: ['b'] },
      notes: { message: '✗' },
    })
  },
})
const limited = defineTool({
  name: 'limited',
  summary: 'Too often.',
  output: echo,
  effect: 'write',
  codes: ['busy'],
  run: (_, call) => call.fail('busy', { notes: { rateLimit: { retryAfterSeconds: 1.5 } } }),
})
const leak = defineTool({
  name: 'leak',
  summary: 'Throw a secret.',
  output: echo,
  effect: 'write',
  run() {
    throw new Error('SECRET-123 in /home/me')
  },
})
/** A tool that is always too slow. */
export const hang = defineTool({
  name: 'hang',
  summary: 'Never answer.',
  output: echo,
  effect: 'write',
  timeoutMs: 5,
  run: () => new Promise<never>(() => {}),
})
const who = defineTool({
  name: 'who',
  summary: 'Describe the call.',
  output: z.object({ id: z.string(), face: z.string(), client: z.string().optional() }),
  effect: 'read',
  run: (_, { id, face, client }) => ok({ id, face, client: client?.name }),
})

/** The definition of the fixture. */
export const init: ServerInit<readonly AnyTool[]> = {
  name: 'fixture',
  version: '1.0.0',
  codes: { thing_not_found: { kind: 'not_found' }, busy: { kind: 'rate_limit' } },
  tools: [find, read, recent, write, remove, check, limited, leak, hang, who],
  limits: { bodyBytes: 200 },
  log: silentLog,
  newId: () => 'made-id',
}
/** A server with a tool for every kind of answer. */
export const server = defineServer(init)

/** What a request is sent to: the fixture without options, unless others are given. */
interface Target {
  readonly options?: RestOptions
  readonly to?: Server
}

/** Sends a request, whose body is JSON unless it says otherwise. */
export async function send(
  method: string,
  path: string,
  { body, ...headers }: Record<string, string> = {},
  { options = {}, to = server }: Target = {},
) {
  const handler = createRestHandler(to, options)
  const request = new Request(`http://localhost:8808${path}`, { method, headers, body })
  if (body !== undefined && headers['content-type'] === undefined)
    request.headers.set('content-type', 'application/json')
  const response = await handler(request)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: toJson(response.headers.get('content-type'), text),
  }
}

function toJson(type: string | null, text: string): Record<string, unknown> | undefined {
  if (type?.includes('json') !== true || text === '') return undefined
  return JSON.parse(text)
}
