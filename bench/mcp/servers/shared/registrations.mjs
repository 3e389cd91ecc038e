// The arguments of the official SDKs' registerTool, one list per tool.
import * as z from 'zod'
import { envelopeSchema, toEnvelope, toResult } from './envelope.mjs'
import { options } from './options.mjs'
import { defineTools } from './tools.mjs'

export const registrations = defineTools(z, options.tools).map(
  ({ name, summary, input, output, run }) => {
    const config = { description: summary, inputSchema: input }
    if (options.output) config.outputSchema = envelopeSchema(z, output)
    return [name, config, (args) => toResult(toEnvelope(run(args)))]
  },
)
