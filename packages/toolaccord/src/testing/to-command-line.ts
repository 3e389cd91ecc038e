import { isFile } from '../faces/cli/commands/commands.ts'
import { isRecord, without } from '../json/json.ts'
import { literalArgument } from '../policies/consent/literal.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { typesOf } from '../schema/json-schema.ts'
import { typeOf } from '../schema/json-schema.ts'
import type { Server } from '../server.ts'

/** A call as words for the command line, and lines for its standard input. */
export interface CommandLine {
  readonly argv: readonly string[]
  readonly stdin: readonly string[]
}

/**
 * Arguments as flags where flags can say them exactly; else as a line of JSON, which says anything.
 */
export function toCommandLine(server: Server, tool: string, args: unknown): CommandLine {
  const listing = server.tools().find(({ name }) => name === tool)
  const command = tool.replaceAll('_', '-')
  const agrees =
    listing?.consent !== undefined && isRecord(args) && args[literalArgument] === listing.consent
  if (agrees) return withYes(toCommandLine(server, tool, without(args, [literalArgument])))
  const isPlain =
    isRecord(args) &&
    !Object.keys(args).some((name) => listing !== undefined && isFile(listing, name))
  const flags =
    isPlain && listing !== undefined
      ? toFlags(args, listing.inputSchema, listing.cli.flags ?? {})
      : undefined
  if (flags !== undefined) return { argv: [command, ...flags], stdin: [] }
  return { argv: [command, '--stdin'], stdin: [JSON.stringify(args)] }
}

/** On a command line consent is given with a flag. */
const withYes = ({ argv, stdin }: CommandLine): CommandLine => ({ argv: [...argv, '--yes'], stdin })

function toFlags(
  args: Record<string, unknown>,
  schema: JsonSchema,
  renamed: Readonly<Record<string, string | undefined>>,
): string[] | undefined {
  const flags: string[] = []
  for (const [key, value] of Object.entries(args)) {
    const types = typesOf(schema.properties?.[key] ?? {})
    const flag = renamed[key] ?? key.replaceAll('_', '-')
    if (types.length !== 1 || !fits(value, types[0])) return undefined
    if (typeof value === 'boolean') flags.push(value ? `--${flag}` : `--no-${flag}`)
    else flags.push(`--${flag}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  return flags
}

const fits = (value: unknown, type: string | undefined) =>
  typeOf(value) === type || (type === 'integer' && typeof value === 'number')
