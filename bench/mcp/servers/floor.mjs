// The floor: both eras by hand, ajv compiled at start, the envelope serialised once and spliced
// into both places.
import { createServer } from 'node:http'
import { compileTools } from './shared/compiled-tools.mjs'
import { serverInfo } from './shared/envelope.mjs'
import { options } from './shared/options.mjs'

const modern = '2026-07-28'
const legacy = ['2025-11-25', '2025-06-18', '2025-03-26']
const bodyLimit = 1_048_576
const tools = compileTools(options.tools)
const listings = JSON.stringify([...tools.values()].map(({ listing }) => listing)).slice(1, -1)
const modernMeta = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': serverInfo })
const modernMembers = `,"resultType":"complete","_meta":${modernMeta}`
const initializeMembers = JSON.stringify({
  protocolVersion: legacy[0],
  capabilities: { tools: {} },
  serverInfo,
}).slice(1, -1)
const cacheMembers = ',"ttlMs":0,"cacheScope":"private"'

const toError = (status, id, code, message) => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }),
})
function toAnswer(id, members, isModern) {
  const more = isModern ? modernMembers : ''
  const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${members}${more}}}`
  return { status: 200, body }
}

/** The status and body for a message; headers are absent on stdio. */
function dispatch(message, headers) {
  const { jsonrpc, id, method, params = {} } = message ?? {}
  const isId = typeof id === 'string' || typeof id === 'number' || id === undefined
  const isRequest =
    jsonrpc === '2.0' &&
    isId &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null
  if (!isRequest) return toError(400, null, -32600, 'Invalid Request')
  if (id === undefined) return { status: 202, body: '' }
  const { _meta: meta } = params
  const version = meta?.['io.modelcontextprotocol/protocolVersion']
  const isModern = version !== undefined
  const refused = isModern ? refuseModern(message, meta, headers) : refuseLegacy(id, headers)
  if (refused !== undefined) return refused
  if (method === 'tools/call') return callTool(id, params, isModern)
  if (method === 'tools/list') return listTools(id, isModern)
  if (method === 'initialize') return toAnswer(id, initializeMembers, false)
  return toError(404, id, -32601, 'Method not found')
}

function refuseModern({ id, method, params }, meta, headers) {
  if (meta['io.modelcontextprotocol/protocolVersion'] !== modern)
    return toError(400, id, -32022, 'Unsupported protocol version')
  if (typeof meta['io.modelcontextprotocol/clientCapabilities'] !== 'object')
    return toError(400, id, -32602, 'Missing client capabilities')
  if (headers === undefined) return undefined
  const isNamed = method !== 'tools/call' || headers['mcp-name'] === params.name
  const isMirrored =
    isNamed && headers['mcp-protocol-version'] === modern && headers['mcp-method'] === method
  return isMirrored ? undefined : toError(400, id, -32020, 'Header mismatch')
}

function refuseLegacy(id, headers) {
  const version = headers?.['mcp-protocol-version']
  if (version === undefined || legacy.includes(version)) return undefined
  return toError(400, id, -32602, 'Missing request metadata')
}

function listTools(id, isModern) {
  const more = isModern ? cacheMembers : ''
  return toAnswer(id, `"tools":[${listings}]${more}`, isModern)
}

function callTool(id, params, isModern) {
  const tool = tools.get(params.name)
  if (tool === undefined) return toError(200, id, -32602, `There is no tool '${params.name}'.`)
  const envelope = tool.call(params.arguments ?? {})
  const text = JSON.stringify(envelope)
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
  const isError = envelope.success ? '' : ',"isError":true'
  return toAnswer(id, `${content},"structuredContent":${text}${isError}`, isModern)
}

function dispatchText(text, headers) {
  let message
  try {
    message = JSON.parse(text)
  } catch {
    return toError(400, null, -32700, 'Parse error')
  }
  return dispatch(message, headers)
}

/** A page whose name was rebound to this machine has another name in these headers. */
const isLocal = ({ host = '', origin = 'http://localhost' }) =>
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) &&
  /^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin)

function serveHttp() {
  const send = (response, { status, body }) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  const listener = (request, response) => {
    const { headers, method, url } = request
    if (!isLocal(headers)) return send(response, toError(403, null, -32000, 'Forbidden'))
    if (url !== '/mcp') return send(response, toError(404, null, -32000, 'Not found'))
    if (method !== 'POST') return send(response, toError(405, null, -32000, 'Method not allowed'))
    if (!headers['content-type']?.startsWith('application/json'))
      return send(response, toError(415, null, -32000, 'Unsupported media type'))
    const chunks = []
    let size = 0
    request.on('data', (chunk) => {
      size += chunk.length
      if (size > bodyLimit) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      send(response, dispatchText(bytes.toString(), headers))
    })
  }
  createServer(listener).listen(options.port, '127.0.0.1')
}

function serveStdio() {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    const answers = lines.map((line) => dispatchText(line).body).filter((body) => body !== '')
    if (answers.length > 0) process.stdout.write(`${answers.join('\n')}\n`)
  })
}

if (options.isHttp) serveHttp()
else serveStdio()
