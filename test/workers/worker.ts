import { defineServer, defineTool, ok } from 'toolaccord'
import { createMcpHandler } from 'toolaccord/mcp'
import { createRestHandler } from 'toolaccord/rest'
import * as z from 'zod'

const double = defineTool({
  name: 'double',
  summary: 'Double a number.',
  input: z.object({ n: z.int() }),
  output: z.object({ n: z.int() }),
  effect: 'read',
  run({ n }, call) {
    call.progress(1, 2)
    return ok({ n: 2 * n })
  },
})
const server = defineServer({ name: 'office', version: '1.0.0', tools: [double] })
const mcp = createMcpHandler(server)
const rest = createRestHandler(server)

export default {
  fetch: (request: Request): Promise<Response> | Response =>
    new URL(request.url).pathname === '/mcp' ? mcp.fetch(request) : rest(request),
}
