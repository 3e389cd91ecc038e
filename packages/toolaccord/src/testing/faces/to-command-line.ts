import { type CommandLine, toCommandLine as toLine } from '../../faces/cli/to-command-line.ts'
import { isRecord, without } from '../../json/json.ts'
import { literalArgument } from '../../policies/consent/literal.ts'
import type { Server } from '../../server.ts'

/** Writes a call as a command line, also one whose arguments are wrong. */
export function toCommandLine(server: Server, tool: string, args: unknown): CommandLine {
  const listing = server.tools().find(({ name }) => name === tool)
  if (listing === undefined || !isRecord(args)) {
    return { argv: [tool.replaceAll('_', '-'), '--stdin'], stdin: [JSON.stringify(args)] }
  }
  const { consent } = listing
  if (consent === undefined || args[literalArgument] !== consent) {
    return toLine(server, listing, args)
  }
  // On a command line consent is given with a flag.
  const { argv, stdin } = toLine(server, listing, without(args, [literalArgument]))
  return { argv: [...argv, '--yes'], stdin }
}
