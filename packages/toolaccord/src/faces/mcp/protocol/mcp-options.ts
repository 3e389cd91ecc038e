import type { HostProfile } from '../hosts/host-profile.ts'

/** The options of the MCP face, all optional. */
export interface McpOptions {
  /**
   * `full` puts the whole envelope into the text block as well, `brief` one line; clients show the
   * model one or the other. Default: full.
   */
  readonly text?: 'full' | 'brief' | undefined
  /**
   * The tools that MCP offers, by the names of the server's sets and of single tools; a RangeError
   * is thrown for any other name. Default: all.
   */
  readonly tools?: readonly string[] | undefined
  /**
   * How many tools a page of `tools/list` holds. Default: 1000, because some clients read the first
   * page only.
   */
  readonly toolsPerPage?: number | undefined
  /**
   * Whether `tools/list` shows the schema of answers. Models do not see it, and answers have
   * `structuredContent` either way. Default: true.
   */
  readonly outputSchemas?: boolean | undefined
  /**
   * How long clients may keep the lists of the server and what it says about itself, in
   * milliseconds; 0 lets them keep nothing. Clients that listen learn of changes at once, by
   * `notify`. Default: 5 minutes.
   */
  readonly listTtlMs?: number | undefined
  /**
   * Seals what travels through clients between the rounds of a call, 32 bytes or more; the same on
   * every machine that serves. Default: random.
   */
  readonly stateKey?: Uint8Array | string | undefined
  /**
   * Keeps sessions for clients of the 2025 revisions over HTTP, so that tools can ask them while
   * they run, and streams can be resumed. Default of `serveHttp`: for clients that can be asked, if
   * a tool asks or needs consent; of `createMcpHandler`: off, because its process may not last.
   */
  readonly sessions?: boolean | undefined
  /**
   * Profiles of hosts that the framework does not know, or knows otherwise; they come before its
   * own. Default: those of `hostProfiles`.
   */
  readonly profiles?: readonly HostProfile[] | undefined
  /**
   * `always` lists four tools instead of the server's own: search, details, and two gates to call
   * the others through, one of them for tools that only read. `auto` does so if the list would be
   * over `listBudget`. Default: auto.
   */
  readonly gates?: 'auto' | 'always' | 'never' | undefined
  /**
   * The tokens that `tools/list` may cost a model before there are gates: names, descriptions and
   * input schemas, four bytes to a token. Default: 20,000, a tenth of what common models read.
   */
  readonly listBudget?: number | undefined
  /**
   * How long a call in a session keeps its connection, in milliseconds; clients of 2025-11-25 come
   * back for the rest. Helps where a proxy cuts long connections. Default: as long as the call.
   */
  readonly streamMs?: number | undefined
  /**
   * How long a call of a tool that may take long waits for its answer, in milliseconds; after that
   * the answer is a handle, which `get_result` takes. Clients give up after a minute. Clients with
   * the tasks extension get a task at once. Default: 45 seconds.
   */
  readonly waitMs?: number | undefined
  /**
   * The names of long tools that only clients with the tasks extension may call; others get an
   * error of the protocol. Default: none.
   */
  readonly tasksOnly?: readonly string[] | undefined
}

/** The options of the MCP face, and what a transport knows beside them. */
export interface LaneOptions extends McpOptions {
  /** True if anybody may call, so that clients may share what they are told. Default: false. */
  readonly isOpen?: boolean | undefined
  /** What the ids of sessions start with. Default: nothing. */
  readonly sessionTag?: string | undefined
}
