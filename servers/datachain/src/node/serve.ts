import { parseArgs } from 'node:util'
import type { Server } from 'toolaccord'
import { type HttpOptions, serveHttp, serveStdio } from 'toolaccord/node'
import { restBase } from '../addresses.ts'
import { cacheControl } from '../caching.ts'

export const serveHelp = `Usage:
  datachain serve [flags]

Serve over HTTP: MCP at /mcp, REST at ${restBase}, a page that lists the tools, an example at /example.

Flags:
  --stdio         Serve MCP over standard input and output instead.
  --port N        The port to listen on; 0 takes a free one.
  --host H        The address to listen on.
  --allow-remote  Let other machines call, although callers are not authenticated.
  --data DIR      Serve the versions in this folder; also by the environment variable DATACHAIN_DATA.
`

/** Serves until the process is told to stop. */
export async function serve(createServer: () => Promise<Server>, argv: readonly string[], interrupted: AbortSignal): Promise<void> {
  const { stdio, help, ...flags } = readFlags(argv)
  if (help) return void process.stdout.write(serveHelp)
  const server = await createServer()
  return stdio ? serveStdio(server) : serveOverHttp(server, flags, interrupted)
}

interface ServeFlags extends Pick<HttpOptions, 'port' | 'host' | 'allowRemote'> {
  readonly stdio: boolean
  readonly help: boolean
}

/** Throws a TypeError that names what is wrong. */
function readFlags(argv: readonly string[]): ServeFlags {
  const options = { 'stdio': { type: 'boolean' }, 'help': { type: 'boolean', short: 'h' }, 'port': { type: 'string' }, 'host': { type: 'string' }, 'allow-remote': { type: 'boolean' } } as const
  const { stdio = false, help = false, port, host, 'allow-remote': allowRemote } = parseArgs({ args: [...argv], options }).values
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535)) throw new TypeError(`--port must be a number from 0 to 65535, not '${port}'.`)
  return { stdio, help, port: port === undefined ? undefined : Number(port), host, allowRemote }
}

async function serveOverHttp(server: Server, flags: HttpOptions, interrupted: AbortSignal): Promise<void> {
  const http = await serveHttp(server, { ...flags, cacheControl })
  const example = server.resources().some(({ path }) => path === '/example') ? `\n  example   ${http.url}/example` : ''
  process.stderr.write(`${server.name} ${server.version} is served at ${http.url}
  MCP       ${http.url}/mcp
  REST      ${http.url}${restBase}/schemas
  page      ${http.url}/${example}
`)
  await untilStopped(interrupted)
  await http.close()
}

const untilStopped = (interrupted: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
