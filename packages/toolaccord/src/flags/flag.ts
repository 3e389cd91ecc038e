import type { Caller, Client } from '../define/call.ts'

/** How far a feature has come. */
export const flagStates = ['experimental', 'beta', 'stable', 'deprecated'] as const

/** One of these steps. */
export type FlagState = (typeof flagStates)[number]

/** One feature flag, as its author writes it. */
export interface FlagInit<Name extends string = string> {
  /** What is on when the flag is on. */
  readonly summary: string
  readonly state: FlagState
  /** Who decides about it, and who is asked for it. */
  readonly owner: string
  /** Its last day, as `YYYY-MM-DD` in UTC; after it the flag still works, and warns. */
  readonly expires?: string | undefined
  /** Decides where nothing else does. */
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

/** Whom a flag is asked about; nobody in particular is the server as such. */
export interface FlagSubject {
  readonly caller?: Pick<Caller, 'id'> | undefined
  readonly client?: Pick<Client, 'name'> | undefined
}

/** What a subject is known by: its proved id, else the name that its client gives itself. */
export const subjectKey = ({ caller, client }: FlagSubject): string =>
  caller?.id ?? client?.name ?? 'anonymous'
