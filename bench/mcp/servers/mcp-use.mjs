// mcp-use, HTTP only.
import { MCPServer } from 'mcp-use'
import * as z from 'zod'
import { envelopeSchema, serverInfo, toEnvelope, toResult } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { defineTools } from './shared/tools.mjs'

const server = new MCPServer({ ...serverInfo, logging: false })
for (const { name, summary, input, output, run } of defineTools(z, options.tools)) {
  const config = { name, description: summary, inputSchema: input }
  if (options.output) config.outputSchema = envelopeSchema(z, output)
  server.tool(config, async (args) => toResult(toEnvelope(run(args))))
}
await server.listen(options.port, { host: '127.0.0.1' })
