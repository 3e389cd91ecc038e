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

/** Reads overrides of any origin as switches; throws one error that names every fault. */
export function readFlagOverrides(overrides: unknown, from: string): readonly FlagSwitch[] {
  if (!isRecord(overrides))
    throw new TypeError(`${from}: must be one object with the properties server and clients.`)
  const { server = {}, clients = {}, ...others } = overrides
  const faults = Object.keys(others).map(
    (name) => `'${clip(name)}' is unknown, only server and clients are known`,
  )
  const switches: FlagSwitch[] = []
  const read = (flags: unknown, where: string, client?: string) => {
    if (!isRecord(flags)) {
      faults.push(`${where} must be an object of flag names and booleans`)
      return
    }
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

/**
 * Reads the switches in a string as `name=on,other=off,third@client=on`; throws one error that
 * names every fault.
 */
export function readFlagVariable(text: string, from: string): readonly FlagSwitch[] {
  const switches: FlagSwitch[] = []
  const faults: string[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const read = readSwitch(part)
    if (read === undefined) faults.push(`'${clip(part)}'`)
    else switches.push(read)
  }
  if (faults.length === 0) return switches
  throw new TypeError(
    `${from}: ${faults.join(', ')} cannot be read; ` +
      'write flag=on, flag=off or flag@client=on, with commas between.',
  )
}

function readSwitch(part: string): FlagSwitch | undefined {
  const groups = /^(?<flag>[^@=]+)(?:@(?<client>.+))?=(?<on>on|off)$/.exec(part)?.groups
  if (groups?.flag === undefined) return undefined
  return { flag: groups.flag, client: groups.client, on: groups.on === 'on' }
}
