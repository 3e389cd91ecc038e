// fastmcp, stateless, with JSON instead of streams.
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { envelopeSchema, serverInfo, toEnvelope, toResult } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { defineTools } from './shared/tools.mjs'

const silent = () => {}
const server = new FastMCP({
  ...serverInfo,
  logger: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
})
for (const { name, summary, input, output, run } of defineTools(z, options.tools)) {
  server.addTool({
    name,
    description: summary,
    parameters: input,
    ...(options.output && { outputSchema: envelopeSchema(z, output) }),
    execute: async (args) => toResult(toEnvelope(run(args))),
  })
}

const httpStream = {
  port: options.port,
  host: '127.0.0.1',
  stateless: true,
  enableJsonResponse: true,
}
await server.start(
  options.isHttp ? { transportType: 'httpStream', httpStream } : { transportType: 'stdio' },
)
