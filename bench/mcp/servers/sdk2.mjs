// The official SDK 2.x as its documentation shows it: createMcpHandler and serveStdio; or, with
// sessions, its 2025-era transport.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer, Server, createMcpHandler } from '@modelcontextprotocol/server'
import { serverInfo } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'

/** Its schemas are compiled once, and one validator serves every instance. */
async function lowLevelFactory() {
  const { listTools, callTool } = await import('./shared/low-level-tools.mjs')
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/server/validators/ajv')
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  return () => {
    const server = new Server(serverInfo, { capabilities: { tools: {} }, jsonSchemaValidator })
    server.setRequestHandler('tools/list', listTools)
    server.setRequestHandler('tools/call', callTool)
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
  const { localhostHostValidation, localhostOriginValidation } =
    await import('@modelcontextprotocol/node')
  const isHost = localhostHostValidation()
  const isOrigin = localhostOriginValidation()
  const handle = await (options.sessions ? sessionHandler() : statelessHandler())
  createServer((request, response) => {
    const isLocal = isHost(request, response) && isOrigin(request, response)
    return isLocal ? handle(request, response) : undefined
  }).listen(options.port, '127.0.0.1')
}

async function statelessHandler() {
  const { toNodeHandler } = await import('@modelcontextprotocol/node')
  return toNodeHandler(createMcpHandler(createSdkServer))
}

async function sessionHandler() {
  const { NodeStreamableHTTPServerTransport } = await import('@modelcontextprotocol/node')
  const sessions = new Map()
  const open = async () => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized(id) {
        sessions.set(id, transport)
      },
    })
    await createSdkServer().connect(transport)
    return transport
  }
  return async (request, response) => {
    const transport = sessions.get(request.headers['mcp-session-id']) ?? (await open())
    await transport.handleRequest(request, response)
  }
}

async function serveStdio() {
  const stdio = await import('@modelcontextprotocol/server/stdio')
  stdio.serveStdio(createSdkServer)
}

await (options.isHttp ? serveHttp() : serveStdio())
