import type { Server } from '../../../server.ts'

/** An argument of a prompt, or a variable of a resource template, to be completed. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** The protocol's limit. */
const maxValues = 100

/** Values for an argument that fit what was typed so far; none if the author offers none. */
export async function complete(
  server: Server,
  ref: CompletionRef,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<string[]> {
  try {
    const offer = findOffer(server, ref, name)
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
): ((typed: string) => readonly string[] | Promise<readonly string[]>) | undefined {
  if (ref.type === 'ref/resource') {
    const resource = server.resources().find(({ uri }) => uri === ref.uri)
    return ownProperty(resource?.complete, name)
  }
  const prompt = server.prompts().find((one) => one.name === ref.name)
  return ownProperty(prompt?.arguments, name)?.complete
}

function ownProperty<T>(
  object: Readonly<Record<string, T | undefined>> | undefined,
  name: string,
): T | undefined {
  if (object === undefined || !Object.hasOwn(object, name)) return undefined
  return object[name]
}
