import type { Call } from 'toolaccord'
import { type FoundryCode, FoundryError } from '../errors/foundry-error.ts'

/** Runs the work of a call. A FoundryError becomes its failure; any other error passes through. */
export async function guard<T, Code extends string>(
  call: Pick<Call<Code>, 'fail'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof FoundryError)) throw thrown
    // The cast leaves the check to the framework: a code that the tool does not declare is masked.
    const code = thrown.code as Code & FoundryCode
    return call.fail(code, { ...thrown.options, message: thrown.message, cause: thrown })
  }
}
