import { toKebab } from '../names/to-kebab.ts'

/** Flags that every command has, so no argument may be given one of these names. */
export const reservedFlags: readonly string[] = [
  'help',
  'version',
  'json',
  'ndjson',
  'dialect',
  'stdin',
  'color',
  'no-color',
  'quiet',
  'verbose',
  'timeout',
  'budget',
  'request-id',
  'idempotency-key',
  'yes',
  'param',
]

/** Flags of a command whose tool has `cli.output`. */
export const outputFlags: readonly string[] = ['output', 'force']

/** The arguments of a tool as a command takes them. */
export interface FlagDefinitions {
  readonly properties: readonly string[]
  readonly positionals: readonly string[]
  /** Flags that are not named after their argument. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly hasOutput: boolean
}

/** Checks the flags that arguments become. */
export function* flagFaults(definitions: FlagDefinitions): Iterable<string> {
  const { properties, positionals, flags, hasOutput } = definitions
  const named = properties.map((name) => ({ name, flag: flags[name] ?? toKebab(name) }))
  for (const [index, { name, flag }] of named.entries()) {
    const first = named.findIndex((one) => one.flag === flag)
    if (first < index) {
      yield (
        `arguments '${named[first]?.name}' and '${name}' would be the one flag --${flag}; ` +
          'rename one with cli: { flags: { … } }'
      )
    } else if (!/^[a-z][a-z0-9-]*$/i.test(flag)) {
      yield (
        `argument '${name}' cannot be the flag --${flag}: ` +
          "a flag is made of letters, digits and '-'"
      )
    } else if (!positionals.includes(name)) {
      const owner = ownerOf(flag, hasOutput)
      if (owner === undefined) continue
      yield (
        `argument '${name}' would be the flag --${flag}, which ${owner} has; ` +
          `rename it with cli: { flags: { ${name}: '…' } }`
      )
    }
  }
}

/** Which commands have a flag already. */
function ownerOf(flag: string, hasOutput: boolean): string | undefined {
  if (reservedFlags.includes(flag)) return 'every command'
  if (hasOutput && outputFlags.includes(flag)) return 'a command with cli.output'
  return undefined
}
