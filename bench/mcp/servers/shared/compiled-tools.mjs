// The tools as JSON Schemas with ajv validators, for the servers that bring no schema library.
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'
import { envelopeSchema, toEnvelope } from './envelope.mjs'
import { defineTools } from './tools.mjs'

/**
 * Tools by name: what a client is shown, and `call`, which returns the envelope of checked
 * arguments and a checked answer.
 */
export function compileTools(count) {
  const ajv = new Ajv2020()
  const compile = ({ name, summary, input, output, run }) => {
    const inputSchema = z.toJSONSchema(input, { io: 'input' })
    const outputSchema = z.toJSONSchema(envelopeSchema(z, output))
    const isInput = ajv.compile(inputSchema)
    const isOutput = ajv.compile(outputSchema)
    const call = (args) => {
      if (!isInput(args)) return refuse('VALIDATION_ERROR', 'validation', isInput.errors)
      const envelope = toEnvelope(run(args))
      if (!isOutput(envelope)) return refuse('INTERNAL_ERROR', 'internal', isOutput.errors)
      return envelope
    }
    return [name, { listing: { name, description: summary, inputSchema, outputSchema }, call }]
  }
  const refuse = (code, kind, errors) =>
    toEnvelope({ problem: { code, kind, message: ajv.errorsText(errors) } })
  return new Map(defineTools(z, count).map(compile))
}
