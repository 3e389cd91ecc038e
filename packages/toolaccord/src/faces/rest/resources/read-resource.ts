import type { CallContext, CallOptions } from '../../../define/call.ts'
import { Asked, noConversation } from '../../../define/conversation.ts'
import type { Resource, ResourceBody } from '../../../define/resource.ts'
import { Refusal as Refused } from '../../../outcome/refusal.ts'
import type { Server } from '../../../server.ts'
import { startDeadline } from '../../../signals/start-deadline.ts'
import { Refusal } from '../requests/refusal.ts'

/**
 * What a resource has under some variables, or why it is not shown; what it throws without meaning
 * to is logged here and masked for the caller.
 */
export async function readResource(
  { log, limits }: Server,
  resource: Resource,
  variables: Readonly<Record<string, string>>,
  called: CallOptions & { readonly id: string },
): Promise<ResourceBody | Refusal | undefined> {
  const { id, client, caller, traceparent, signal } = called
  const timeoutMs = Math.min(limits.timeoutMs, called.timeoutMs ?? Infinity)
  const deadline = startDeadline(timeoutMs, signal)
  const context: CallContext = {
    id,
    face: 'rest',
    client,
    caller,
    traceparent,
    log,
    flag: () => false,
    onProgress: () => {},
    signal: deadline.signal,
    ...noConversation,
  }
  const ended = deadline.ended.then(
    (how) =>
      new Refusal(
        how,
        how === 'timeout'
          ? { message: `${resource.uri} was not read within ${timeoutMs} ms.` }
          : {},
      ),
  )
  try {
    return await Promise.race([resource.read(variables, context), ended])
  } catch (thrown) {
    if (thrown instanceof Refused) return new Refusal(thrown.reason, thrown.more)
    if (thrown instanceof Asked)
      return new Refusal('not_implemented', {
        message: 'The resource has a question, and this caller cannot be asked.',
      })
    log.error(`resource ${resource.uri} threw`, { id, thrown })
    return new Refusal('internal', {
      hint: `Retry later; if it happens again, report request id ${id}.`,
    })
  } finally {
    deadline.clear()
  }
}
