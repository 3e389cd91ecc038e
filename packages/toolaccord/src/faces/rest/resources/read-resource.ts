import type { CallContext, CallOptions } from '../../../define/call.ts'
import { noConversation } from '../../../define/conversation.ts'
import type { Resource, ResourceBody } from '../../../define/resource.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import type { Server } from '../../../server.ts'
import { type Deadline, startDeadline } from '../../../signals/start-deadline.ts'
import { toRefusal } from '../requests/to-refusal.ts'

/** The contents that a resource has for these variables; a Refusal if they are not shown. */
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
  try {
    return await Promise.race([
      resource.read(variables, context),
      endOf(deadline, `${resource.uri} was not read within ${timeoutMs} ms.`),
    ])
  } catch (thrown) {
    return toRefusal(thrown, { log, id, message: `resource ${resource.uri} threw` })
  } finally {
    deadline.clear()
  }
}

async function endOf(deadline: Deadline, message: string): Promise<Refusal> {
  const how = await deadline.ended
  if (how === 'timeout') return new Refusal('timeout', { message })
  return new Refusal('cancelled')
}
