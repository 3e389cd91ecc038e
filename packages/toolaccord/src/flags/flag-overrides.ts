import { clip, isRecord } from '../json/json.ts'

/** Flags switched by hand: for the whole server, and for clients by the keys of their subjects. */
export interface FlagOverrides<Name extends string = string> {
  readonly server?: { readonly [Flag in Name]?: boolean } | undefined
  readonly clients?:
    | { readonly [client: string]: { readonly [Flag in Name]?: boolean } }
    | undefined
}

/** One switch; without a client it is the server's. */
export interface FlagSwitch {
  readonly flag: string
  readonly client?: string | undefined
  readonly on: boolean
}

/**
 * The switches of an object of overrides, which may come from anywhere; throws one error that names
 * every fault.
 */
export function toSwitches(overrides: unknown, from: string): readonly FlagSwitch[] {
  if (!isRecord(overrides))
    throw new TypeError(`${from}: must be one object with the members server and clients.`)
  const { server = {}, clients = {}, ...others } = overrides
  const faults = Object.keys(others).map(
    (name) => `'${clip(name)}' is unknown, only server and clients are known`,
  )
  const switches: FlagSwitch[] = []
  const read = (flags: unknown, where: string, client?: string) => {
    if (!isRecord(flags))
      return void faults.push(`${where} must be an object of flag names and booleans`)
    for (const [flag, on] of Object.entries(flags)) {
      if (typeof on === 'boolean') switches.push({ flag, client, on })
      else if (on !== undefined) faults.push(`'${clip(flag)}' of ${where} must be true or false`)
    }
  }
  read(server, 'server')
  if (!isRecord(clients)) faults.push('clients must be an object of client names')
  else
    for (const [client, flags] of Object.entries(clients))
      read(flags, `client '${clip(client)}'`, client)
  if (faults.length > 0) throw new TypeError(`${from}: ${faults.join('; ')}.`)
  return switches
}

/** The switches of `name=on,other=off,third@client=on`; throws one error that names every fault. */
export function parseSwitches(text: string, from: string): readonly FlagSwitch[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = parts.map(
    (part) => /^(?<flag>[^@=]+)(?:@(?<client>.+))?=(?<on>on|off)$/.exec(part)?.groups,
  )
  const faults = parts
    .filter((_, index) => read[index] === undefined)
    .map((part) => `'${clip(part)}'`)
  if (faults.length > 0)
    throw new TypeError(
      `${from}: ${faults.join(', ')} cannot be read; write flag=on, flag=off or flag@client=on, with commas between.`,
    )
  return read.flatMap((groups) =>
    groups?.flag === undefined
      ? []
      : [{ flag: groups.flag, client: groups.client, on: groups.on === 'on' }],
  )
}
