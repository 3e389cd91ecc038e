import type { Flag } from './flag.ts'

/** A stream that a run writes to. */
export interface CliOutput {
  write(text: string): void
  readonly isTTY?: boolean | undefined
  /** The width of the terminal. */
  readonly columns?: number | undefined
}

/** Why a file cannot be read or written. */
export type FileFault =
  | 'missing'
  | 'forbidden'
  | 'folder'
  | 'exists'
  | 'too_large'
  | 'not_text'
  | 'failed'

/** The files of whoever runs a command. */
export interface CliFiles {
  /**
   * The text of a file, or of standard input for `-`; or why it cannot be had, such as that it is
   * larger than so many bytes.
   */
  read(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string } | { readonly fault: FileFault }>
  exists(path: string): Promise<boolean>
  /** Writes a file; tells why it cannot, such as that there is one already. */
  write(path: string, text: string, overwrite: boolean): Promise<FileFault | undefined>
}

/**
 * What a program understands beside the commands of its server; help, guesses and completion tell
 * of it.
 */
export interface CliExtras {
  readonly commands: readonly {
    readonly name: string
    readonly summary: string
    readonly flags: readonly Flag[]
  }[]
  readonly flags: readonly Flag[]
}

/** All that a run touches besides the server. */
export interface CliIo {
  /** How the command was called, for usage lines and completion; the server's name when absent. */
  readonly program?: string | undefined
  /** Default: nothing. */
  readonly extras?: CliExtras | undefined
  readonly stdout: CliOutput
  readonly stderr: CliOutput
  /** The lines of standard input; read only with `--stdin`. */
  readonly stdin: () => AsyncIterable<string>
  /** Asks the user a question that is answered by yes or no; absent where there is no terminal. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined
  /** Absent where there are none. */
  readonly files?: CliFiles | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal | undefined
}
