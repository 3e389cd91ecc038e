import type { Caller } from '../define/call.ts'
import type { Server } from '../server.ts'

/** Something that a caller may see if it has all scopes of it. */
interface Scoped {
  readonly scopes?: readonly string[] | undefined
}

/** How many views are kept: more sets of scopes than most servers have. */
const maxViews = 64

/** True if a caller has all scopes of something; whoever is not asked for proof sees everything. */
export function isShownTo({ scopes = [] }: Scoped, caller: Caller | undefined): boolean {
  if (caller === undefined) return true
  for (const scope of scopes) if (!caller.scopes.includes(scope)) return false
  return true
}

/**
 * Creates a function that gives each caller a view of a server: the tools, prompts and resources
 * that it has the scopes for. Callers with the same scopes share what was made of their view.
 */
export function createViews<T>(
  server: Server,
  make: (view: Server) => T,
): (caller: Caller | undefined) => T {
  const all = [...server.tools(), ...server.prompts(), ...server.resources()]
  const known = [...new Set(all.flatMap(({ scopes = [] }) => scopes))]
  const views = new Map<string, T>()
  let whole: { readonly made: T } | undefined

  function find(key: string, caller: Caller): T {
    const made = views.get(key) ?? make(toView(server, caller))
    if (views.size >= maxViews) views.clear()
    views.set(key, made)
    return made
  }

  return (caller) => {
    if (caller !== undefined && known.length > 0) {
      const held = known.filter((scope) => caller.scopes.includes(scope))
      if (held.length < known.length) return find(held.join(' '), caller)
    }
    whole ??= { made: make(server) }
    return whole.made
  }
}

function toView(server: Server, caller: Caller): Server {
  const shown = (one: Scoped) => isShownTo(one, caller)
  const tools = Object.freeze(server.tools().filter(shown))
  const prompts = Object.freeze(server.prompts().filter(shown))
  const resources = Object.freeze(server.resources().filter(shown))
  return Object.freeze({
    ...server,
    tools: () => tools,
    prompts: () => prompts,
    resources: () => resources,
  })
}
