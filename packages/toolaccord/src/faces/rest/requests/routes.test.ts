import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import { toOpenApi } from '../open-api/to-open-api.ts'

const find = defineTool({
  name: 'find',
  summary: 'Find it.',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  effect: 'read',
  formerly: [{ name: 'look_up' }],
  run: ({ id }) => ok({ id }),
})
const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [find] })
const handler = createRestHandler(server)

describe('a name that a tool had before', () => {
  it.each([
    ['GET', '/api/look_up?id=n1', undefined],
    ['POST', '/api/look_up', '{"id":"n1"}'],
  ])('still takes its arguments, with a warning: %s %s', async (method, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await handler(
      new Request(`http://localhost${path}`, { method, body, headers }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      data: { id: 'n1' },
      meta: { warning_details: [{ code: 'DEPRECATED' }] },
    })
  })

  it('is not shown', () => {
    expect(Object.keys(toOpenApi(server).paths)).toEqual(['/api/find'])
  })
})
