/** The options of the MCP face, all optional. */
export interface McpOptions {
  /**
   * `full` puts the whole envelope into the text block as well, `brief` one line; clients show the
   * model one or the other. Default: full.
   */
  readonly text?: 'full' | 'brief' | undefined
  /**
   * How many tools a page of `tools/list` holds. Default: 1000, because some clients read the first
   * page only.
   */
  readonly toolsPerPage?: number | undefined
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
   * How long a call in a session keeps its connection, in milliseconds; clients of 2025-11-25 come
   * back for the rest. Helps where a proxy cuts long connections. Default: as long as the call.
   */
  readonly streamMs?: number | undefined
}
