import type { ToolListing } from '../compile/to-tool-listing.ts'
import { isFile } from '../faces/cli/commands/commands.ts'
import { isRecord, without } from '../json/json.ts'
import { literalArgument } from '../policies/consent/literal.ts'
import { typeOf, typesOf } from '../schema/json-schema.ts'
import type { Server } from '../server.ts'

/** A call as words for the command line, and lines for its standard input. */
export interface CommandLine {
  readonly argv: readonly string[]
  readonly stdin: readonly string[]
}

/** Writes arguments as flags if flags can say them exactly; else as a line of JSON. */
export function toCommandLine(server: Server, tool: string, args: unknown): CommandLine {
  const listing = server.tools().find(({ name }) => name === tool)
  const command = tool.replaceAll('_', '-')
  if (listing !== undefined && isRecord(args)) {
    const { consent } = listing
    if (consent !== undefined && args[literalArgument] === consent) {
      return withYes(toCommandLine(server, tool, without(args, [literalArgument])))
    }
    const hasFiles = Object.keys(args).some((name) => isFile(listing, name))
    const flags = hasFiles ? undefined : toFlags(args, listing)
    if (flags !== undefined) return { argv: [command, ...flags], stdin: [] }
  }
  return { argv: [command, '--stdin'], stdin: [JSON.stringify(args)] }
}

/** On a command line consent is given with a flag. */
const withYes = ({ argv, stdin }: CommandLine): CommandLine => ({ argv: [...argv, '--yes'], stdin })

function toFlags(
  args: Record<string, unknown>,
  { inputSchema, cli }: ToolListing,
): string[] | undefined {
  const flags: string[] = []
  for (const [key, value] of Object.entries(args)) {
    const types = typesOf(inputSchema.properties?.[key] ?? {})
    if (types.length !== 1 || !fits(value, types[0])) return undefined
    const renamed: Readonly<Record<string, string | undefined>> = cli.flags ?? {}
    flags.push(toFlag(renamed[key] ?? key.replaceAll('_', '-'), value))
  }
  return flags
}

function toFlag(name: string, value: unknown): string {
  if (value === true) return `--${name}`
  if (value === false) return `--no-${name}`
  return `--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

const fits = (value: unknown, type: string | undefined) =>
  typeOf(value) === type || (type === 'integer' && typeof value === 'number')
