import type { Caller } from '../define/call.ts'
import { toCallerKey } from '../names/to-caller-key.ts'

/**
 * Returns the owner of what an answer leaves out: its caller, or everybody if callers need not say
 * who they are.
 */
export const ownerOf = (caller: Pick<Caller, 'id' | 'issuer'> | undefined): string =>
  caller === undefined ? 'anyone' : `caller:${toCallerKey(caller)}`
