import {
  type FlaggedArguments,
  isReservedFlag,
  longFlags,
  reservedFlags,
  toFlagNames,
} from '../names/to-flag-names.ts'

/** The arguments of a tool as a command takes them. */
export interface FlagDefinitions extends FlaggedArguments {
  readonly positionals: readonly string[]
}

/** Checks the flags that arguments become. */
export function* flagFaults(definitions: FlagDefinitions): Iterable<string> {
  const { positionals } = definitions
  const named = [...toFlagNames(definitions)].map(([name, flag]) => ({ name, flag }))
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
    } else if (isReservedFlag(flag, definitions) && !positionals.includes(name)) {
      const owner = ownerOf(flag)
      yield `cli.flags: '${name}' cannot be --${flag}, which ${owner} has; choose another name`
    }
  }
}

/** The commands that have a reserved flag. */
function ownerOf(flag: string): string {
  if (reservedFlags.includes(flag)) return 'every command'
  return longFlags.includes(flag) ? 'a command that may take long' : 'a command with cli.output'
}
