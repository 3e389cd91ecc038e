import type { Caller } from '../../../define/call.ts'
import type { Flag } from './flags.ts'

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
   * Returns the text of a file, or of standard input for `-`; or the fault, such as that it has
   * more than `mostBytes` bytes.
   */
  read(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string } | { readonly fault: FileFault }>
  exists(path: string): Promise<boolean>
  /** Writes a file, or returns the fault, such as that the file exists already. */
  write(path: string, text: string, overwrite: boolean): Promise<FileFault | undefined>
}

/** The commands and flags that a program adds to those of its server; help shows them too. */
export interface CliExtras {
  readonly commands: readonly {
    readonly name: string
    readonly summary: string
    readonly flags: readonly Flag[]
  }[]
  readonly flags: readonly Flag[]
}

/** Everything that a run touches besides the server. */
export interface CliIo {
  /** The name in usage lines and completion scripts. Default: the name of the server. */
  readonly program?: string | undefined
  /** Default: none. */
  readonly extras?: CliExtras | undefined
  readonly stdout: CliOutput
  readonly stderr: CliOutput
  /** Who calls. Default: whoever started the process, who needs no scopes. */
  readonly caller?: Caller | undefined
  /** Returns the lines of standard input; called only with `--stdin`. */
  readonly stdin: () => AsyncIterable<string>
  /**
   * Writes a question and returns the line that the user answers with, or undefined if they give
   * none; absent if there is no terminal.
   */
  readonly prompt?: ((question: string) => Promise<string | undefined>) | undefined
  /** Absent if there are no files. */
  readonly files?: CliFiles | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal | undefined
  /**
   * Calls back when the user interrupts once more, instead of ending the process, until the
   * returned function is called. Absent if a second interrupt cannot be heard.
   */
  readonly onInterrupt?: ((heed: () => void) => () => void) | undefined
  /**
   * Has a process started when this one ends, which runs the jobs of the server until none is left.
   * Absent if that is not possible.
   */
  readonly startWorker?: (() => void) | undefined
}
