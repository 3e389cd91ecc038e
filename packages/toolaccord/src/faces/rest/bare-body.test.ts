import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dereference } from '../../../test/dereference.ts'
import { type Route, defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'
import { toOpenApi } from './open-api/to-open-api.ts'
import { toolPage } from './pages/tool-page.ts'

const Plan = z.object({ steps: z.array(z.object({ day: z.int() })) }).describe('What is to be done')
const args = z.object({
  where: z.string(),
  plan: Plan,
  deep: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
})

const check = defineTool({
  name: 'check',
  summary: 'Check a plan.',
  input: args,
  output: z.object({ args }),
  effect: 'read',
  rest: { method: 'POST', path: '/places/:where/check', body: 'plan' },
  run: (given) => ok({ args: given }),
})
const note = defineTool({
  name: 'note',
  summary: 'Write a note.',
  input: z.object({ folder: z.string().optional(), text: z.string().nullable().optional() }),
  output: z.object({ given: z.boolean() }),
  effect: 'write',
  rest: { method: 'PUT', path: '/notes/:folder', body: 'text' },
  run: (given) => ok({ given: 'text' in given }),
})
const server = defineServer({ name: 'plans', version: '1.0.0', tools: [check, note] })
const handle = createRestHandler(server)

const plan = { steps: [{ day: 1 }] }

async function send(path: string, body: unknown, method = 'POST') {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: text,
    }),
  )
  // The cast names what the tests below look at.
  return {
    status: response.status,
    body: (await response.json()) as {
      readonly data: { readonly details?: object }
      readonly error: string | null
    },
  }
}

describe('a body that is one argument', () => {
  it('is its value, and the others come from path and query', async () => {
    const { status, body } = await send('/places/oslo/check?deep=true&tags=a&tags=b', plan)
    expect([status, body.data]).toEqual([
      200,
      { args: { where: 'oslo', plan, deep: true, tags: ['a', 'b'] } },
    ])
  })

  it('may be null, and may be left out if the argument may', async () => {
    expect((await send('/notes/mine', 'null', 'PUT')).body.data).toEqual({ given: true })
    expect((await send('/notes/mine', '"x"', 'PUT')).body.data).toEqual({ given: true })
    expect((await send('/notes/mine', undefined, 'PUT')).body.data).toEqual({ given: false })
  })

  it('is missed if the argument is required', async () => {
    const { status, body } = await send('/places/oslo/check', undefined)
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        error: expect.stringContaining('plan'),
        data: expect.objectContaining({ details: expect.objectContaining({ field: 'plan' }) }),
      }),
    ])
  })

  it('has problems whose paths begin with the argument, as on every face', async () => {
    const { body } = await send('/places/oslo/check', { steps: [{ day: 'x' }] })
    expect(body.data.details).toMatchObject({ field: 'plan.steps[0].day' })
    const direct = await server.call('check', {
      where: 'oslo',
      plan: { steps: [{ day: 'x' }] },
    } as never)
    expect(direct).toMatchObject({ ok: false, problems: [{ path: 'plan.steps[0].day' }] })
  })

  it('is not looked for in the query string', async () => {
    const { status, body } = await send('/places/oslo/check?plan={}', plan)
    expect([status, body.error]).toEqual([
      400,
      "'plan' must be the body of this route, not in the query string.",
    ])
    expect((await send('/places/oslo/check?where=rome', plan)).status).toBe(400)
    expect((await send('/places/oslo/check?odd=1', plan)).body.error).toContain('odd')
  })

  it('leaves the route that every tool has as it is', async () => {
    expect((await send('/api/check', { where: 'oslo', plan })).status).toBe(200)
    expect((await send('/api/check', plan)).status).toBe(400)
  })
})

describe('the description of such a route', () => {
  const document = toOpenApi(server)
  const operation = dereference(document).paths['/places/{where}/check']?.post

  it('is a document of OpenAPI', async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({
      valid: true,
    })
  })

  it('names the schema of the argument as that of the body, and the others as parameters', () => {
    expect(operation?.requestBody).toMatchObject({
      required: true,
      description: 'What is to be done',
      content: { 'application/json': { schema: { type: 'object', required: ['steps'] } } },
    })
    expect(
      operation?.parameters.flatMap((one) =>
        'name' in one && 'in' in one ? [`${one.in} ${one.name}`] : [],
      ),
    ).toEqual([
      'header X-Request-Id',
      'header Idempotency-Key',
      'path where',
      'query deep',
      'query tags',
    ])
    expect(document.paths['/notes/{folder}']?.put?.requestBody).toMatchObject({ required: false })
  })

  it('is shown on the page, with an example that works', async () => {
    const page = String(await toolPage(server, 'http://localhost'))
    expect(page).toContain(
      '<code>POST /places/:where/check</code>, with <code>plan</code> as the body',
    )
    expect(page).toContain(
      'curl -X POST &#39;http://localhost/places/WHERE/check&#39; ' +
        '-H &#39;Content-Type: application/json&#39; -d &#39;{}&#39;',
    )
    expect(page).toContain('curl -X PUT &#39;http://localhost/notes/FOLDER&#39;\n')
  })
})

describe('a route that cannot be', () => {
  const input = z.object({ id: z.string(), plan: z.string() })
  // The cast lets through what the compiler would have refused.
  const one = (rest: Route) =>
    defineTool({
      name: 'one',
      summary: 'It.',
      input,
      output: z.object({}),
      effect: 'read',
      rest: rest as Route<'id'>,
      run: () => ok({}),
    })

  it.each<[Route, string]>([
    [
      { method: 'GET', path: '/one', body: 'plan' },
      'rest.body: a GET has no body; use POST, PUT or PATCH',
    ],
    [
      { method: 'DELETE', path: '/one', body: 'plan' },
      'rest.body: a DELETE has no body; use POST, PUT or PATCH',
    ],
    [
      { method: 'POST', path: '/one', body: 'plam' },
      "rest.body: there is no argument 'plam'; it has id, plan",
    ],
    [
      { method: 'POST', path: '/one/:id', body: 'id' },
      "rest.body: 'id' is taken from the path already",
    ],
    [
      { method: 'POST', path: '/one/:id.json' },
      "rest.path: '/one/:id.json' must be made of plain segments and ':name' segments, " +
        'such as /notes/:id',
    ],
  ])('is refused: %j', (rest, fault) => {
    expect(() => defineServer({ name: 'x', version: '1', tools: [one(rest)] })).toThrow(
      `tool 'one' ${fault}`,
    )
  })
})
