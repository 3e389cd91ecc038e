// @hono/mcp, stateless: a server of the SDK 1.x and a transport per request.
import { StreamableHTTPTransport } from '@hono/mcp'
import { serve } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Hono } from 'hono'
import { serverInfo } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'
import { registrations } from './shared/registrations.mjs'

function createSdkServer() {
  const server = new McpServer(serverInfo, { capabilities: { tools: {} } })
  for (const registration of registrations) server.registerTool(...registration)
  return server
}

const app = new Hono()
app.all('/mcp', async (context) => {
  const transport = new StreamableHTTPTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await createSdkServer().connect(transport)
  return transport.handleRequest(context)
})
serve({ fetch: app.fetch, port: options.port, hostname: '127.0.0.1' })
