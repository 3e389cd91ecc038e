import * as z from 'zod'
import { serverInfo } from './envelope.mjs'
import { options } from './options.mjs'
import { defineTools, upstreamFailed } from './tools.mjs'

const { code, kind, message, hint, details } = upstreamFailed

/** The measured tools as a server of one build of Toolaccord, given its exports. */
export function toToolaccordServer({ defineServer, defineTool, ok }) {
  const tools = defineTools(z, options.tools).map(({ run, ...tool }) =>
    defineTool({
      ...tool,
      effect: 'read',
      codes: [code],
      run(args, call) {
        const { data, problem } = run(args)
        if (problem !== undefined) return call.fail(code, { details })
        return ok(data)
      },
    }),
  )
  return defineServer({ ...serverInfo, codes: { [code]: { kind, message, hint } }, tools })
}
