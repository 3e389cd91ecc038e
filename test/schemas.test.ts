import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Server } from 'toolaccord'
import { createMcpHandler } from 'toolaccord/mcp'
import { lintToolSchemas } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { server as notes } from '../examples/notes/src/server.ts'
import readings from '../examples/readings/src/server.ts'
import { createServer as createDarkroom } from '../servers/darkroom/src/server.ts'
import { createServer as createDatachain } from '../servers/datachain/src/server.ts'

/** Why a tool is not strict: its place, the rule, and the reason. */
type Reasons = Readonly<Record<string, string>>

const anyDatachain = 'a datachain is checked by the tool itself, which says all that is wrong'
const byName = 'the names of parameters depend on the move'
const shownOnce = 'the properties are shown once, because a long schema loses its descriptions'

const servers: readonly (readonly [name: string, server: Server, notStrict: Reasons])[] = [
  ['notes', notes, {}],
  ['readings', readings, {}],
  [
    'datachain',
    await createDatachain({}),
    {
      'validate_datachain datachain: open-map': anyDatachain,
      'validate_datachains datachains: open-map': anyDatachain,
      'resolve_datachain datachain: open-map': anyDatachain,
      'validate_resolved datachain: open-map': anyDatachain,
      'render_datachain datachain: open-map': anyDatachain,
    },
  ],
  [
    'darkroom',
    await createDarkroom({ DARKROOM_WORKSPACE: '/nowhere' }),
    {
      'apply_primitive value: open-map': byName,
      'apply_primitive mask_spec.dt_params.members: open-map': shownOnce,
      'apply_primitive mask_spec.range_filter: open-map': shownOnce,
      'apply_per_region regions.mask_spec.dt_params.members: open-map': shownOnce,
      'apply_per_region regions.mask_spec.range_filter: open-map': shownOnce,
      'apply_per_region regions.parameter_values: open-map': byName,
      'apply_per_region regions.ops.parameter_values: open-map': byName,
      'log_vocabulary_gap satisfaction: enum-type': 'the choices are the numbers -1, 0 and 1',
    },
  ],
]

interface Listed {
  readonly name: string
  readonly inputSchema: object
  readonly outputSchema?: object
}

/** The tools as a client gets them. */
async function listTools(server: Server): Promise<readonly Listed[]> {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body })
  const response = await createMcpHandler(server).fetch(request)
  // The cast names the members of a result that the protocol defines.
  const { result } = (await response.json()) as { result: { tools: readonly Listed[] } }
  return result.tools
}

describe.each(servers)('the schemas of %s', (_, server, notStrict) => {
  it('are refused by no host', () => {
    const refused = lintToolSchemas(server).filter(({ effect }) => effect === 'refused')
    expect(refused.map(({ message }) => message)).toEqual([])
  })

  it('are not strict where there is a reason', () => {
    const loose = lintToolSchemas(server).filter(({ effect }) => effect === 'loose')
    const found = loose.map(({ tool, path, rule }) => `${tool} ${path}: ${rule}`)
    expect(found.toSorted()).toEqual(Object.keys(notStrict).toSorted())
  })

  it('are right in the draft of Anthropic and in that of VS Code', async () => {
    const drafts = [new Ajv2020({ strict: false }), new Ajv({ strict: false })]
    for (const { name, inputSchema, outputSchema = {} } of await listTools(server)) {
      for (const draft of drafts) {
        const isRight = [inputSchema, outputSchema].map((schema) => draft.validateSchema(schema))
        expect(isRight, name).toEqual([true, true])
      }
    }
  })

  it('say nothing that is only for this framework, or that goes without saying', async () => {
    const json = JSON.stringify(await listTools(server))
    expect(json).not.toMatch(
      /"\$schema"|"x-(?!mcp-header)|9007199254740991|"prefixItems"|"oneOf"|"propertyNames"/,
    )
    expect(json).not.toMatch(/"required":\[\]|"additionalProperties":\{\}/)
  })
})
