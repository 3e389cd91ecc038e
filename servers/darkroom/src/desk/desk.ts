import type { Outcome } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'

/** What the commands of the desk work with. */
export interface Desk extends Darkroom {
  /** Calls a tool of the same server, with every policy that it has. */
  readonly callTool: (name: string, args: object, signal: AbortSignal) => Promise<Outcome>
}
