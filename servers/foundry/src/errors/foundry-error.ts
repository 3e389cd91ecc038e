import type { FailureOptions } from 'toolaccord'
import type { ResponseV2Code } from 'toolaccord/contracts'
import type { foundryCodes } from './foundry-codes.ts'

/** A code that a tool of this server may answer with. */
export type FoundryCode = keyof typeof foundryCodes | ResponseV2Code

/** What went wrong, in the words of the caller. Code below the tools throws it. */
export class FoundryError extends Error {
  readonly code: FoundryCode
  readonly options: Omit<FailureOptions, 'message'>

  constructor(code: FoundryCode, message: string, options: Omit<FailureOptions, 'message'> = {}) {
    super(message)
    this.code = code
    this.options = options
  }
}
