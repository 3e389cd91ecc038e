import type { CallRequest } from '../../define/policy.ts'
import { Refusal } from '../../outcome/refusal.ts'

/** Returns what ends a call whose consent cannot be looked up or noted; its tool does not run. */
export const endWithoutStore =
  ({ log, id, tool }: CallRequest) =>
  (thrown: unknown): never => {
    log.warn('the store of consent cannot be asked; the call is refused', { id, thrown })
    throw new Refusal('unavailable', {
      message: `The server cannot note the consent of the user now, and did not run '${tool.name}'.`,
      hint: 'Wait 1 second and call again; wait longer each time.',
      details: { retry_after_seconds: 1 },
    })
  }
