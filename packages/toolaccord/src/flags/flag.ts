import type { Caller, Client } from '../define/call.ts'

/** The steps in the life of a feature. */
export const flagStates = ['experimental', 'beta', 'stable', 'deprecated'] as const

/** One of these steps. */
export type FlagState = (typeof flagStates)[number]

/** One feature flag, as its author writes it. */
export interface FlagInit<Name extends string = string> {
  /** The feature that the flag switches. */
  readonly summary: string
  readonly state: FlagState
  /** The person or team that decides about the flag, and that callers may ask for it. */
  readonly owner: string
  /** Its last day, as `YYYY-MM-DD` in UTC; after it the flag still works, and warns. */
  readonly expires?: string | undefined
  /** Decides if nothing else does. */
  readonly default: boolean
  /** On for this share of the subjects, from 0 to 100; takes the place of `default`. */
  readonly percentage?: number | undefined
  /** Subjects that it is on for, by their keys. */
  readonly allow?: readonly string[] | undefined
  /** Subjects that it is off for, by their keys. */
  readonly block?: readonly string[] | undefined
  /** Flags without which it is off. */
  readonly needs?: readonly Name[] | undefined
}

/** A checked flag. */
export interface FlagDefinition<Name extends string = string> extends FlagInit<Name> {
  readonly allow: readonly string[]
  readonly block: readonly string[]
  readonly needs: readonly Name[]
}

/** Checked flags by their names. */
export type FlagDefinitions<Name extends string = string> = {
  readonly [Flag in Name]: FlagDefinition<Name>
}

/** The caller or client that a flag is asked about; without both, the server as such. */
export interface FlagSubject {
  readonly caller?: Pick<Caller, 'id'> | undefined
  readonly client?: Pick<Client, 'name'> | undefined
}

/** Returns the key of a subject: its proved id, else the name that its client gives itself. */
export const subjectKey = ({ caller, client }: FlagSubject): string =>
  caller?.id ?? client?.name ?? 'anonymous'
