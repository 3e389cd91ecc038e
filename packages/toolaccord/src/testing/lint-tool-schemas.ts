import { toToolDefinition } from '../faces/mcp/protocol/to-tool-definition.ts'
import { type SchemaFinding, lintSchema } from '../faces/mcp/schemas/lint-schema.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Server } from '../server.ts'

/**
 * Finds what hosts would not take, or not strictly, in the schemas that `tools/list` shows. A
 * finding whose effect is `refused` keeps a host from using the tool, or every tool.
 *
 * @example
 *   import { lintToolSchemas } from 'toolaccord/testing'
 *
 *   const server = defineServer({ name: 'empty', version: '1.0.0', tools: [] })
 *   lintToolSchemas(server).filter(({ effect }) => effect === 'refused') // → []
 */
export function lintToolSchemas(server: Server): readonly SchemaFinding[] {
  return server.tools().flatMap((tool) => {
    const { name, inputSchema, outputSchema } = toToolDefinition(server, tool)
    const output: JsonSchema = outputSchema ?? {}
    return [...lintSchema(name, 'input', inputSchema), ...lintSchema(name, 'output', output)]
  })
}
