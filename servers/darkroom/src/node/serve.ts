import { parseArgs } from 'node:util'
import type { Server } from 'toolaccord'

/** The flags of `darkroom serve`, for its help. */
export const serveHelp = `Usage:
  darkroom [options] <command> [flags]    Call a tool; darkroom --help lists them.
  darkroom [options] serve [flags]        Serve the tools until stopped.

Options:
  --workspace DIR   The folder that holds the images.
  --pack DIR        A folder of more vocabulary; may be repeated.

Flags of serve:
  --stdio           MCP over standard input and output.
  --http            MCP at /mcp, routes, OpenAPI and a page over HTTP; the default.
  --port N          The port to listen on; 0 takes a free one.
  --host H          The address to listen on.
  --allow-remote    Let other machines call, although callers are not authenticated.
`

/** Serves until the client or the signal ends it; gives the exit code. */
export async function serve(server: Server, argv: readonly string[], signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { stdio: { type: 'boolean' }, http: { type: 'boolean' }, port: { type: 'string' }, host: { type: 'string' }, 'allow-remote': { type: 'boolean' } },
  })
  if (values.stdio && values.http) throw new TypeError('Give --stdio or --http, not both.')
  const { serveHttp, serveStdio } = await import('toolaccord/node')
  if (values.stdio) {
    await serveStdio(server)
    return 0
  }
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) throw new TypeError(`--port must be a number from 0 to 65535, not '${values.port}'.`)
  const http = await serveHttp(server, { port, host: values.host, allowRemote: values['allow-remote'] })
  process.stderr.write(`${server.name} ${server.version} is served at ${http.url}, MCP at ${http.url}/mcp\n`)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await http.close()
  return 0
}
