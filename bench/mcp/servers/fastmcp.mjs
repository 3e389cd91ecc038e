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
  const tool = {
    name,
    description: summary,
    parameters: input,
    execute: async (args) => toResult(toEnvelope(run(args))),
  }
  if (options.output) tool.outputSchema = envelopeSchema(z, output)
  server.addTool(tool)
}

const httpStream = {
  port: options.port,
  host: '127.0.0.1',
  stateless: true,
  enableJsonResponse: true,
}
if (options.isHttp) await server.start({ transportType: 'httpStream', httpStream })
else await server.start({ transportType: 'stdio' })
