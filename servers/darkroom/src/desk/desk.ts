import type { Outcome } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'

/** The parts that the commands of the desk share. */
export interface Desk extends Darkroom {
  /** Calls a tool of the same server, with all policies. */
  readonly callTool: (name: string, args: object, signal: AbortSignal) => Promise<Outcome>
}
