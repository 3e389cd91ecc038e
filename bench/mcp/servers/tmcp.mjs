// tmcp with its zod adapter and its own transports.
import { createServer } from 'node:http'
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'
import { McpServer } from 'tmcp'
import { z } from 'zod'
import { envelopeSchema, serverInfo, toEnvelope, toResult } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { defineTools } from './shared/tools.mjs'

const capabilities = { tools: { listChanged: true } }
const server = new McpServer(
  { ...serverInfo, description: 'bench' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities },
)
for (const { name, summary, input, output, run } of defineTools(z, options.tools)) {
  const config = { name, description: summary, schema: input }
  if (options.output) config.outputSchema = envelopeSchema(z, output)
  server.tool(config, (args) => toResult(toEnvelope(run(args))))
}

async function serveHttp() {
  const { HttpTransport } = await import('@tmcp/transport-http')
  const { createRequestListener } = await import('@remix-run/node-fetch-server')
  const transport = new HttpTransport(server, { path: '/mcp' })
  const respond = async (request) =>
    (await transport.respond(request)) ?? new Response(null, { status: 404 })
  createServer(createRequestListener(respond)).listen(options.port, '127.0.0.1')
}

async function serveStdio() {
  const { StdioTransport } = await import('@tmcp/transport-stdio')
  new StdioTransport(server).listen()
}

await (options.isHttp ? serveHttp() : serveStdio())
