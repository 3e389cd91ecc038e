/** A stream that a run writes to. */
export interface CliOutput {
  write(text: string): void
  readonly isTTY?: boolean
  /** The width of the terminal. */
  readonly columns?: number
}

/** All that a run touches besides the server. */
export interface CliIo {
  /** How the command was called, for usage lines and completion; the server's name when absent. */
  readonly program?: string
  readonly stdout: CliOutput
  readonly stderr: CliOutput
  /** The lines of standard input; read only with `--stdin`. */
  readonly stdin: () => AsyncIterable<string>
  /** Asks the user a question that is answered by yes or no; absent where there is no terminal. */
  readonly confirm?: (question: string) => Promise<boolean>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal
}
