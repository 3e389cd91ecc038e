// The official SDK 1.x: stateless as its example shows it, a server and a transport per request; or
// with sessions.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { serverInfo } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'

/** Its schemas are compiled once, and one validator serves every instance. */
async function lowLevelFactory() {
  const { listTools, callTool } = await import('./shared/low-level-tools.mjs')
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv')
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  return () => {
    const server = new Server(serverInfo, { capabilities: { tools: {} }, jsonSchemaValidator })
    server.setRequestHandler(ListToolsRequestSchema, listTools)
    server.setRequestHandler(CallToolRequestSchema, callTool)
    return server
  }
}

async function highLevelFactory() {
  const { registrations } = await import('./shared/registrations.mjs')
  return () => {
    const server = new McpServer(serverInfo, { capabilities: { tools: {} } })
    for (const registration of registrations) server.registerTool(...registration)
    return server
  }
}

const createSdkServer = await (options.low ? lowLevelFactory() : highLevelFactory())

async function serveHttp() {
  const { StreamableHTTPServerTransport } =
    await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const sessions = new Map()
  const openSession = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized(id) {
        sessions.set(id, transport)
      },
    })
    await createSdkServer().connect(transport)
    return transport
  }
  const openOnce = async (_, response) => {
    const server = createSdkServer()
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    })
    response.on('close', async () => {
      await transport.close()
      await server.close()
    })
    await server.connect(transport)
    return transport
  }
  const findSession = ({ headers }) => sessions.get(headers['mcp-session-id']) ?? openSession()
  const findTransport = options.sessions ? findSession : openOnce
  createServer(async (request, response) => {
    const transport = await findTransport(request, response)
    await transport.handleRequest(request, response)
  }).listen(options.port, '127.0.0.1')
}

async function serveStdio() {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  await createSdkServer().connect(new StdioServerTransport())
}

await (options.isHttp ? serveHttp() : serveStdio())
