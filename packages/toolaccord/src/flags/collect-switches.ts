import type { Logger } from '../log/log.ts'
import { meant } from './flag-faults.ts'
import { type FlagOverrides, type FlagSwitch, parseSwitches, toSwitches } from './flag-overrides.ts'

/** Where overrides come from: the environment replaces the file, and the file replaces the code. */
export interface FlagSources<Name extends string = string> {
  /** Overrides in code. */
  readonly overrides?: FlagOverrides<Name> | undefined
  /** The content of a JSON file of overrides, as `readFlagFile` gives it. */
  readonly file?: FlagOverrides | undefined
  /** Where `TOOLACCORD_FLAGS` is read from, such as `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The switches of one flag by client; that of the server has no client. */
export type SwitchesOfFlag = ReadonlyMap<string | undefined, boolean>

/**
 * The switches of every source by flag. Throws for what cannot be read, and for a flag that code
 * names and nobody defined.
 */
export function collectSwitches(
  names: readonly string[],
  { overrides = {}, file = {}, env = {} }: FlagSources,
  log: Logger,
): ReadonlyMap<string, SwitchesOfFlag> {
  const inCode = toSwitches(overrides, 'overrides')
  const unknown = inCode
    .filter(({ flag }) => !names.includes(flag))
    .map(({ flag }) => `there is no flag '${flag}'${meant(flag, names)}`)
  if (unknown.length > 0) throw new TypeError(`overrides: ${unknown.join('; ')}`)
  const byFlag = new Map(names.map((name) => [name, new Map<string | undefined, boolean>()]))
  const apply = (switches: readonly FlagSwitch[], from: string) => {
    for (const { flag, client, on } of switches) {
      const known = byFlag.get(flag)
      // Servers may share a file and an environment, so a stranger's flag is no reason not to start.
      if (known === undefined)
        log.warn(`${from} names a flag that does not exist${meant(flag, names)}`, { flag })
      else known.set(client, on)
    }
  }
  apply(inCode, 'overrides')
  apply(toSwitches(file, 'The flag file'), 'the flag file')
  apply(parseSwitches(env.TOOLACCORD_FLAGS ?? '', 'TOOLACCORD_FLAGS'), 'TOOLACCORD_FLAGS')
  return byFlag
}
