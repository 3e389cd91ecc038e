// Toolaccord with its defaults: the output is checked, the policies are on.
import { defineServer, defineTool, ok } from 'toolaccord'
import { serveHttp, serveStdio } from 'toolaccord/node'
import * as z from 'zod'
import { serverInfo } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { defineTools, upstreamFailed } from './shared/tools.mjs'

const { code, kind, message, hint, details } = upstreamFailed

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
const server = defineServer({ ...serverInfo, codes: { [code]: { kind, message, hint } }, tools })

if (options.isHttp) await serveHttp(server, { port: options.port, host: '127.0.0.1' })
else await serveStdio(server)
