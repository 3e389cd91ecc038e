import type { CliIo } from '../src/faces/cli/commands/io.ts'
import { runCli } from '../src/faces/cli/run-cli.ts'
import type { Server } from '../src/server.ts'

/** What a command wrote, and how it ended. */
export interface Written {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** What a test says about the terminal and the files of a command; the rest is empty. */
export interface CommandIo extends Partial<Omit<CliIo, 'stdin'>> {
  /** Whether its output is a terminal. */
  readonly tty?: boolean
  /** How wide it is. */
  readonly columns?: number
  /** The lines of standard input. */
  readonly lines?: readonly string[]
}

/** Runs one command line and keeps what it writes. */
export async function runCommand(
  server: Server,
  argv: readonly string[],
  { tty, columns, lines = [], ...io }: CommandIo = {},
): Promise<Written> {
  const [out, err]: [string[], string[]] = [[], []]
  const output = (written: string[]) => ({
    write: (text: string) => {
      written.push(text)
    },
    isTTY: tty,
    columns,
  })
  async function* stdin() {
    yield* lines
  }
  const exit = await runCli(server, argv, {
    stdout: output(out),
    stderr: output(err),
    stdin,
    env: {},
    ...io,
  })
  return { exit, out: out.join(''), err: err.join('') }
}
