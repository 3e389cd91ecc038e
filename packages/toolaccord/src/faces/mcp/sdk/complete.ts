import type { Caller } from '../../../define/call.ts'
import type { Server } from '../../../server.ts'
import { isShownTo } from '../../create-views.ts'

/** An argument of a prompt, or a variable of a resource template, to be completed. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** The protocol's limit. */
const maxValues = 100

/**
 * Values for an argument that fit what was typed so far; none if the author offers none, or the
 * caller does not have the scopes.
 */
export async function complete(
  server: Server,
  ref: CompletionRef,
  { name, value }: { readonly name: string; readonly value: string },
  caller?: Caller,
): Promise<string[]> {
  try {
    const offer = findOffer(server, ref, name, caller)
    const values = (await offer?.(value)) ?? []
    return values.slice(0, maxValues)
  } catch (thrown) {
    server.log.error('a completion threw', { thrown })
    return []
  }
}

function findOffer(
  server: Server,
  ref: CompletionRef,
  name: string,
  caller: Caller | undefined,
): ((typed: string) => readonly string[] | Promise<readonly string[]>) | undefined {
  if (ref.type === 'ref/resource') {
    const resource = server.resources().find(({ uri }) => uri === ref.uri)
    if (resource === undefined || !isShownTo(resource, caller)) return undefined
    return ownProperty(resource?.complete, name)
  }
  const prompt = server.prompts().find((one) => one.name === ref.name)
  if (prompt === undefined || !isShownTo(prompt, caller)) return undefined
  return ownProperty(prompt?.arguments, name)?.complete
}

function ownProperty<T>(
  object: Readonly<Record<string, T | undefined>> | undefined,
  name: string,
): T | undefined {
  if (object === undefined || !Object.hasOwn(object, name)) return undefined
  return object[name]
}
