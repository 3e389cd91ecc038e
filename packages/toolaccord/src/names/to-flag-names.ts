import { toKebab } from './to-kebab.ts'

/** Flags that every command has, so no argument is given one of these names. */
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

/** Flags of a command whose tool may take long. */
export const longFlags: readonly string[] = ['detach']

/** The arguments of a tool that become flags. */
export interface FlaggedArguments {
  readonly properties: readonly string[]
  /** Flags that are not named after their argument. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly hasOutput: boolean
  /** True if the tool may take long. */
  readonly isLong: boolean
}

/** True if a command has a flag of this name already, whatever the arguments of its tool are. */
export function isReservedFlag(
  flag: string,
  { hasOutput, isLong }: Pick<FlaggedArguments, 'hasOutput' | 'isLong'>,
): boolean {
  if (reservedFlags.includes(flag)) return true
  return (hasOutput && outputFlags.includes(flag)) || (isLong && longFlags.includes(flag))
}

/**
 * Returns the name of each argument's flag: the one that its author chose, else its own name in
 * kebab-case. If the command has that flag already, `arg-` stands before it, as in `--arg-verbose`;
 * once more if another argument has that name.
 */
export function toFlagNames(given: FlaggedArguments): ReadonlyMap<string, string> {
  const { properties, flags } = given
  const names = new Map(properties.map((name) => [name, flags[name] ?? toKebab(name)]))
  const taken = new Set(names.values())
  for (const [name, flag] of names) {
    if (flags[name] !== undefined || !isReservedFlag(flag, given)) continue
    let other = `arg-${flag}`
    while (taken.has(other)) other = `arg-${other}`
    taken.add(other)
    names.set(name, other)
  }
  return names
}
