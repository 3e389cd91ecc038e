import { toKebab } from '../../../names/to-kebab.ts'

/** A flag, as scanning, help and completion know it. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string
  /** One letter, for one dash. */
  readonly short?: string
  /** What stands for the value in help; a flag without one is a switch. */
  readonly placeholder?: string
  /** A switch that `--no-<name>` turns off. */
  readonly negatable?: boolean
  /** The values it takes, where they are few and known. */
  readonly choices?: readonly string[]
  readonly summary: string
  /** The argument that it gives, where it gives one. */
  readonly argument?: string
}

/** The flags that are known at some place of a command line. */
export interface FlagSet<F extends Flag = Flag> {
  readonly flags: readonly F[]
  /** The flag of a token with its dashes, such as `--tag` or `-q`. */
  find(token: string): F | undefined
}

export const isSwitch = (flag: Flag): boolean => flag.placeholder === undefined

/**
 * A set of flags; `derive` may make a flag for a token that none of them has, such as a member of
 * an open object.
 */
export function createFlagSet<F extends Flag>(
  flags: readonly F[],
  derive: (token: string) => F | undefined = () => undefined,
): FlagSet<F> {
  const byToken = new Map<string, F>()
  for (const flag of flags) {
    byToken.set(`--${flag.name}`, flag)
    if (flag.short !== undefined) byToken.set(`-${flag.short}`, flag)
  }
  return {
    flags,
    find: (token) => byToken.get(token) ?? byToken.get(toKebab(token)) ?? derive(token),
  }
}
