import type { Flag, GivenFlag } from '../../faces/cli/commands/flags.ts'
import type { UsageProblem } from '../../faces/cli/commands/to-usage-failure.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { compact } from '../../json/json.ts'
import type { HttpOptions } from '../http/serve-http.ts'

/** The flags of `serve`. */
export const serveFlags: readonly Flag[] = [
  {
    name: 'http',
    summary: 'Serve over HTTP: MCP at /mcp, routes, OpenAPI and a page; the default.',
  },
  { name: 'stdio', summary: 'Serve MCP over standard input and output.' },
  {
    name: 'tools',
    placeholder: 'NAMES',
    summary: 'Offer only these sets and tools on MCP, with commas between them.',
  },
  { name: 'port', placeholder: 'N', summary: 'The port to listen on; 0 takes a free one.' },
  { name: 'host', placeholder: 'H', summary: 'The address to listen on.' },
  {
    name: 'workers',
    placeholder: 'N',
    summary: 'Serve with so many processes, each of which is started again if it dies.',
  },
  {
    name: 'allow-remote',
    summary: 'Let other machines call, although callers are not authenticated.',
  },
  {
    name: 'gates',
    placeholder: 'WHEN',
    summary: 'List four tools to MCP clients instead of many: auto, always or never.',
  },
  {
    name: 'sessions',
    summary: 'Keep sessions for all MCP clients of 2025; the default is those that tools can ask.',
  },
  {
    name: 'no-sessions',
    summary: 'Keep none, as for several processes behind one address; tools cannot ask then.',
  },
]

/** The flags that the help of `serve` explains: its own, and the one of all that matters here. */
export const explainedFlags: readonly Flag[] = [
  ...serveFlags,
  { name: 'verbose', short: 'v', summary: 'Log everything on stderr, each call included.' },
]

/** What the flags of `serve` ask for. */
export interface ServeRequest {
  readonly stdio: boolean
  /** How many processes serve. */
  readonly workers: number
  /** True if the server logs everything. */
  readonly verbose: boolean
  /** Only what was given, because it overrides what the author of the server set. */
  readonly http: Pick<HttpOptions, 'port' | 'host' | 'allowRemote'>
  /** The same for the MCP face; a property is absent if its flag was not given. */
  readonly mcp: Pick<McpOptions, 'gates' | 'tools' | 'sessions'>
}

/** Reads the flags of `serve`. */
export function readServeFlags(given: readonly GivenFlag[]): {
  readonly request: ServeRequest
  readonly problems: readonly UsageProblem[]
} {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const port = texts.get('port')
  const host = texts.get('host')
  const http: { port?: number; host?: string; allowRemote?: boolean } = {}
  if (port !== undefined) http.port = Number(port)
  if (host !== undefined) http.host = host
  if (texts.has('allow-remote')) http.allowRemote = true
  const problems: UsageProblem[] = []
  if (port !== undefined && !isPort(port)) problems.push(badPort(port))
  if (texts.has('stdio') && texts.has('http')) problems.push(notBoth('--stdio', '--http'))
  if (texts.has('sessions') && texts.has('no-sessions')) {
    problems.push(notBoth('--sessions', '--no-sessions'))
  }
  const workers = texts.get('workers')
  if (workers !== undefined && !isWorkerCount(workers)) problems.push(badWorkers(workers))
  if (texts.has('stdio') && workers !== undefined) problems.push(notBoth('--stdio', '--workers'))
  const gates = texts.get('gates')
  if (gates !== undefined && !isGateMode(gates)) problems.push(badGates(gates))
  const mcp = compact({
    gates: isGateMode(gates) ? gates : undefined,
    tools: readTools(given),
    sessions: readSessions(texts),
  })
  const request = {
    stdio: texts.has('stdio'),
    workers: Number(workers ?? 1),
    verbose: texts.has('verbose'),
    http,
    mcp,
  }
  return { request, problems }
}

function readSessions(texts: ReadonlyMap<string, unknown>): boolean | undefined {
  if (texts.has('sessions')) return true
  return texts.has('no-sessions') ? false : undefined
}

const isGateMode = (text: string | undefined): text is 'auto' | 'always' | 'never' =>
  text === 'auto' || text === 'always' || text === 'never'

const badGates = (text: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--gates must be auto, always or never, not '${text}'.`,
})

/** The flag may be given again, for more of them. */
function readTools(given: readonly GivenFlag[]): readonly string[] | undefined {
  const lists = given.filter(({ flag }) => flag.name === 'tools')
  if (lists.length === 0) return undefined
  return lists.flatMap(({ text }) => toNames(text))
}

/** The names in a list with commas. */
export const toNames = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 65_535

const maxWorkers = 128

const isWorkerCount = (text: string): boolean =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxWorkers

const badWorkers = (text: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--workers must be a number from 1 to ${maxWorkers}, not '${text}'.`,
})

const badPort = (text: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--port must be a number from 0 to 65535, not '${text}'.`,
})

const notBoth = (one: string, other: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `Give ${one} or ${other}, not both.`,
})
