import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dereference } from '../../../../test/dereference.ts'
import { createLab } from '../../../../test/lab-server.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import { toolPage } from '../pages/tool-page.ts'
import { toOpenApi } from './to-open-api.ts'

const { server } = createLab()
const document = toOpenApi(server)
const paths = dereference(document).paths

const headersOf = (response: unknown) =>
  Object.keys((response as { readonly headers?: object }).headers ?? {})
const parametersOf = (operation: { readonly parameters: readonly object[] } | undefined) =>
  operation?.parameters.flatMap((one) => ('name' in one ? [one.name] : []))

describe('the document of a server with long tools', () => {
  it.each([...dialects.values()])('is one of OpenAPI in the dialect $name', async (contract) => {
    const lab = createLab({ contract, codes: { film_torn: { kind: 'conflict' } } })
    for (const isProtected of [false, true]) {
      const one = toOpenApi(lab.server, { isProtected })
      expect(await new Validator().validate(structuredClone(one) as never)).toMatchObject({
        valid: true,
      })
    }
  })

  it('describes 202 and the preferences of every route that may take long', () => {
    for (const [path, method] of [
      ['/api/develop', 'post'],
      ['/films/{film}/develop', 'post'],
      ['/api/survey', 'get'],
      ['/jobs/{job_id}', 'get'],
      ['/jobs/{job_id}', 'delete'],
    ] as const) {
      const operation = paths[path]?.[method]
      expect(parametersOf(operation)).toContain('Prefer')
      expect(headersOf(operation?.responses[202])).toEqual(
        expect.arrayContaining(['Location', 'Retry-After', 'Preference-Applied']),
      )
      expect(headersOf(operation?.responses[200])).toContain('Preference-Applied')
    }
  })

  it('describes the route of a job', () => {
    const job = paths['/jobs/{job_id}']
    expect(Object.keys(job ?? {})).toEqual(['delete', 'get'])
    expect(parametersOf(job?.get)).toEqual([
      'X-Request-Id',
      'Prefer',
      'Last-Event-ID',
      'job_id',
      'wait_seconds',
    ])
    expect(job?.get?.responses[200]).toMatchObject({ content: { 'text/event-stream': {} } })
    expect(Object.keys(job?.get?.responses ?? {})).toEqual(
      expect.arrayContaining(['202', '204', '404', '499']),
    )
    expect(job?.delete).toMatchObject({
      operationId: 'get_result.cancel',
      summary: 'Cancel a call that takes long, by the job_id that it gave.',
      tags: ['write'],
    })
  })

  it('describes what such a server answers', async () => {
    const handle = createRestHandler(server)
    const send = (path: string, method: string) =>
      handle(new Request(`http://localhost${path}`, { method, headers: { prefer: 'wait=0' } }))
    const pending = await send('/films/slow/develop', 'POST')
    const stopped = await send(String(pending.headers.get('location')), 'DELETE')
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema(document, 'document')
    const check = async (name: string, response: Response) =>
      ajv.validate(`document#/components/schemas/${name}`, await response.json())
    expect([pending.status, await check('pending', pending)]).toEqual([202, true])
    expect(stopped.status).toBeOneOf([200, 202])
    const name = stopped.status === 200 ? 'stopped' : 'pending'
    expect(await check(name, stopped)).toBe(true)
  })

  it('has nothing of jobs if no tool is long, whatever its tools are named', () => {
    const own = defineTool({
      name: 'get_result',
      summary: 'Read the result of a match.',
      output: z.object({ goals: z.int() }),
      effect: 'read',
      rest: { method: 'GET', path: '/jobs/:job_id' },
      input: z.object({ job_id: z.string() }),
      run: () => ok({ goals: 2 }),
    })
    const plain = toOpenApi(defineServer({ name: 'league', version: '1.0.0', tools: [own] }))
    expect(Object.keys(plain.paths['/jobs/{job_id}'] ?? {})).toEqual(['get'])
    expect(JSON.stringify(plain)).not.toMatch(/Prefer|Last-Event-ID|"202"|"pending"/)
  })
})

describe('the page of such a server', () => {
  it('says which tools may take long, and how a job is cancelled', async () => {
    const page = String(await toolPage(server, 'http://localhost'))
    expect(page.match(/It may take long/g)).toHaveLength(2)
    expect(page).toContain('<code>DELETE /jobs/:job_id</code>, to cancel')
    expect(page).toContain('curl &#39;http://localhost/jobs/JOB_ID&#39;')
  })
})
