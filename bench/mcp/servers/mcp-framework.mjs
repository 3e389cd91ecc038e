// mcp-framework with sessions; it gives structured content only with an output schema.
import { createRequire } from 'node:module'
import { MCPServer, MCPTool } from 'mcp-framework'
import { envelopeSchema, serverInfo, toEnvelope } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { defineTools } from './shared/tools.mjs'

// It takes schemas of its own copy of zod, version 3, only.
const itsZod = createRequire(import.meta.resolve('mcp-framework')).resolve('zod/package.json')
const { z } = await import(itsZod.replace('package.json', 'index.js'))

const http = {
  type: 'http-stream',
  options: { port: options.port, endpoint: '/mcp', responseMode: 'batch' },
}
// It loads every tool file below the base path, and there must be none.
const basePath = `${import.meta.dirname}/shared`
const server = new MCPServer({
  ...serverInfo,
  basePath,
  transport: options.isHttp ? http : { type: 'stdio' },
})

for (const { name, summary, input, output, run } of defineTools(z, options.tools)) {
  server.addTool(
    class extends MCPTool {
      name = name
      description = summary
      schema = input
      outputSchemaShape = envelopeSchema(z, output)

      async execute(args) {
        return toEnvelope(run(args))
      }

      async toolCall(request) {
        const result = await super.toolCall(request)
        if (result.structuredContent?.success !== false) return result
        return { ...result, isError: true }
      }
    },
  )
}
await server.start()
