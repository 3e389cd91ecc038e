import type { Flag } from '../../faces/cli/commands/flag.ts'
import type { UsageProblem } from '../../faces/cli/commands/usage-problem.ts'
import type { GivenFlag } from '../../faces/cli/read/scan.ts'
import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'

/** The flags of `serve`. */
export const serveFlags: readonly Flag[] = [
  {
    name: 'http',
    summary: 'Serve over HTTP: MCP at /mcp, routes, OpenAPI and a page; the default.',
  },
  { name: 'stdio', summary: 'Serve MCP over standard input and output.' },
  { name: 'port', placeholder: 'N', summary: 'The port to listen on; 0 takes a free one.' },
  { name: 'host', placeholder: 'H', summary: 'The address to listen on.' },
  {
    name: 'allow-remote',
    summary: 'Let other machines call, although callers are not authenticated.',
  },
]

/** What the flags of `serve` ask for. */
export interface ServeRequest {
  readonly stdio: boolean
  /** Only what was given. */
  readonly http: Pick<HttpOptions, 'port' | 'host' | 'allowRemote'>
}

export function readServeFlags(given: readonly GivenFlag[]): {
  readonly request: ServeRequest
  readonly problems: readonly UsageProblem[]
} {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const [port, host] = [texts.get('port'), texts.get('host')]
  const isBoth = texts.has('stdio') && texts.has('http')
  return {
    request: {
      stdio: texts.has('stdio'),
      http: {
        ...(port !== undefined && { port: Number(port) }),
        ...(host !== undefined && { host }),
        ...(texts.has('allow-remote') && { allowRemote: true }),
      },
    },
    problems: [
      ...portFaults(port),
      ...(isBoth
        ? [{ reason: 'invalid_argument', message: 'Give --stdio or --http, not both.' } as const]
        : []),
    ],
  }
}

function portFaults(port: string | undefined): UsageProblem[] {
  if (port === undefined || (/^\d+$/.test(port) && Number(port) <= 65_535)) return []
  return [
    {
      reason: 'invalid_argument',
      message: `--port must be a number from 0 to 65535, not '${port}'.`,
    },
  ]
}

/** Serves until the client goes away, or the process is told to stop. */
export async function serveUntilStopped(
  server: Server,
  { stdio, http }: ServeRequest,
  more: HttpOptions,
  interrupted: AbortSignal,
): Promise<void> {
  if (stdio) {
    // Standard output belongs to the protocol, so nothing is printed.
    const { serveStdio } = await import('../stdio/serve-stdio.ts')
    return serveStdio(server, more.mcp)
  }
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('../http/serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('../http/authenticator-from-env.ts')
  const authenticator = more.authenticator ?? (await authenticatorFromEnv(process.env))
  const served = await serveHttp(server, { ...more, ...http, authenticator })
  process.stderr.write(
    `${describeServed(server, served.url)}${authenticator === undefined ? warnOfScopes(server) : ''}`,
  )
  await untilStopped(interrupted)
  await served.close()
}

/** Where everything is, resources at a fixed path included. */
function describeServed(server: Server, url: string): string {
  const pages = server
    .resources()
    .flatMap(({ name, path }) =>
      path === undefined || path.includes(':') ? [] : [[name, path] as const],
    )
  const places = [
    ['MCP', '/mcp'],
    ['page', '/'],
    ['OpenAPI', '/openapi.json'],
    ['routes', '/api/<tool>'],
    ...pages,
  ] as const
  return `${server.name} ${server.version} is served at ${url}\n${places.map(([name, path]) => `  ${name.padEnd(8)}  ${url}${path}\n`).join('')}`
}

const untilStopped = (interrupted: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
