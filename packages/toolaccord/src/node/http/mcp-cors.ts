import type { IncomingMessage, ServerResponse } from 'node:http'
import { allowedHeaders, exposedHeaders, preflightSeconds } from '../../faces/http/cors-headers.ts'

const requestHeaders = [
  ...allowedHeaders,
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
].join()
const responseHeaders = [...exposedHeaders, 'Mcp-Session-Id'].join()

/** Adds to an answer what the browser of a page of another origin asks for. */
export function addCors(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[] | 'any',
): void {
  if (origins !== 'any') response.appendHeader('Vary', 'Origin')
  const allowed = origins === 'any' ? '*' : origins.find((one) => one === origin)
  if (allowed === undefined) return
  response.setHeader('Access-Control-Allow-Origin', allowed)
  response.setHeader('Access-Control-Expose-Headers', responseHeaders)
}

/** Whether a browser asks what a page may send. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET,POST,DELETE',
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': preflightSeconds,
  })
  response.end()
}
