import type { Contract } from '../../contracts/contract/contract.ts'
import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'

/** An option of a program, such as the folder that it works in. */
export interface ProgramOption {
  /** Represents the value in help. */
  readonly placeholder: string
  readonly summary: string
  /** True if several values make an array; else the last one counts. */
  readonly repeatable?: boolean | undefined
}

/** The values that were given for each option. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]?: Options[Name] extends { readonly repeatable: true }
    ? readonly string[]
    : string
}

/** What a program knows when it creates its server. */
export interface ProgramStart<Options> {
  readonly options: OptionValues<Options>
  /** True if the server will be served, rather than called once. */
  readonly serves: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A server that holds resources, such as a database. */
export interface ClosableServer {
  readonly server: Server
  /** Releases the resources; called once the last call is answered. */
  close(): void | Promise<void>
  /** Asked by `/readyz`. Default: ready. */
  ready?(): boolean | Promise<boolean>
}

/** A server as programs handle it, whether it holds resources or not. */
export type ProgramServer = Pick<ClosableServer, 'server'> & Partial<ClosableServer>

/** Describes the binary of a server: its commands, `serve`, and options. */
export interface ProgramInit<Options extends Readonly<Record<string, ProgramOption>>> {
  /** The name of the binary. */
  readonly name: string
  /** Options by their name in kebab-case; each may be anywhere before `--`. */
  readonly options?: Options | undefined
  /** Creates the server; the user sees the message of what it throws. */
  createServer(
    start: ProgramStart<Options>,
  ): Server | ClosableServer | Promise<Server | ClosableServer>
  /** Spells what is wrong with a command line before there is a server. Default: response-v2. */
  readonly contract?: Contract | undefined
  /**
   * How `serve` listens, or a function that says so once the server is there. Flags win over it;
   * its `mcp` applies to standard input and output too. Default: on 127.0.0.1, with the keys in
   * TOOLACCORD_API_KEYS.
   */
  readonly http?:
    | HttpOptions
    | ((start: ProgramStart<Options>) => HttpOptions | Promise<HttpOptions>)
    | undefined
}
