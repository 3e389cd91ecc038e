import type { Server } from '../../../server.ts'

/** What a client asks to complete: an argument of a prompt, or a variable of a resource template. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** The protocol's limit. */
const maxValues = 100

/** Values for an argument, given what was typed so far; none where the author offers none. */
export async function complete(
  server: Server,
  ref: CompletionRef,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<string[]> {
  try {
    return [...((await findOffer(server, ref, name)?.(value)) ?? [])].slice(0, maxValues)
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
  if (ref.type === 'ref/resource')
    return own(server.resources().find(({ uri }) => uri === ref.uri)?.complete, name)
  return own(server.prompts().find((prompt) => prompt.name === ref.name)?.arguments, name)?.complete
}

const own = <T>(
  members: Readonly<Record<string, T | undefined>> | undefined,
  name: string,
): T | undefined =>
  members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined
