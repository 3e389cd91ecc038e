import type { Contract } from '../../contracts/contract/contract.ts'
import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'

/** An option of a program, such as the folder that it works in. */
export interface ProgramOption {
  /** What stands for the value in help. */
  readonly placeholder: string
  readonly summary: string
  /** Given several times, it makes a list; else the last counts. */
  readonly repeatable?: boolean | undefined
}

/** What was given for each option. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]?: Options[Name] extends { readonly repeatable: true }
    ? readonly string[]
    : string
}

/** What a server is made for. */
export interface ProgramStart<Options> {
  readonly options: OptionValues<Options>
  /** Whether it is to be served, rather than called once. */
  readonly serves: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A server, and what is to be done when its last call is answered. */
export interface ClosableServer {
  readonly server: Server
  close(): Promise<void>
}

/** A binary of a server's own: its commands, `serve`, and options. */
export interface ProgramInit<Options extends Readonly<Record<string, ProgramOption>>> {
  /** What it is called by. */
  readonly name: string
  /** In kebab-case; each may stand anywhere before `--`. */
  readonly options?: Options | undefined
  /** What it throws is told to the user. */
  createServer(
    start: ProgramStart<Options>,
  ): Server | ClosableServer | Promise<Server | ClosableServer>
  /** Spells what is wrong with a command line before there is a server. Default: response-v2. */
  readonly contract?: Contract | undefined
  /** How it is served over HTTP; flags win. Its `mcp` holds over standard input and output too. */
  readonly http?: HttpOptions | undefined
}
