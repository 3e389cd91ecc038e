import type { Logger } from '../log/log.ts'
import { didYouMean } from './flag-faults.ts'
import {
  type FlagOverrides,
  type FlagSwitch,
  readFlagOverrides,
  readFlagVariable,
} from './flag-overrides.ts'

/** The sources of overrides: the environment replaces the file, and the file replaces the code. */
export interface FlagSources<Name extends string = string> {
  /** Overrides in code. */
  readonly overrides?: FlagOverrides<Name> | undefined
  /** The content of a JSON file of overrides, as `readFlagFile` returns it. */
  readonly file?: FlagOverrides | undefined
  /** The environment that has `TOOLACCORD_FLAGS`, such as `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/** The switches of one flag by client; that of the server has no client. */
export type SwitchesOfFlag = ReadonlyMap<string | undefined, boolean>

/**
 * Returns the switches of every source by flag. Throws if a source cannot be read, and if code
 * names a flag that is not defined.
 */
export function collectSwitches(
  names: readonly string[],
  { overrides = {}, file = {}, env = {} }: FlagSources,
  log: Logger,
): ReadonlyMap<string, SwitchesOfFlag> {
  const byFlag = new Map(names.map((name) => [name, new Map<string | undefined, boolean>()]))
  const apply = (switches: readonly FlagSwitch[], from: string) => {
    for (const { flag, client, on } of switches) {
      const known = byFlag.get(flag)
      if (known !== undefined) known.set(client, on)
      // Servers may share a file and an environment, so an unknown flag there is only a warning.
      else log.warn(`${from} names a flag that does not exist${didYouMean(flag, names)}`, { flag })
    }
  }
  const inCode = readFlagOverrides(overrides, 'overrides')
  checkNames(inCode, names)
  apply(inCode, 'overrides')
  apply(readFlagOverrides(file, 'The flag file'), 'the flag file')
  apply(readFlagVariable(env.TOOLACCORD_FLAGS ?? '', 'TOOLACCORD_FLAGS'), 'TOOLACCORD_FLAGS')
  return byFlag
}

function checkNames(switches: readonly FlagSwitch[], names: readonly string[]): void {
  const unknown = switches.filter(({ flag }) => !names.includes(flag))
  if (unknown.length === 0) return
  const faults = unknown.map(({ flag }) => `there is no flag '${flag}'${didYouMean(flag, names)}`)
  throw new TypeError(`overrides: ${faults.join('; ')}`)
}
