/** A host that runs hooks at the start of a session. */
export type HookHost = 'claude' | 'codex' | 'gemini'

/** The file of a repository in which each host looks for hooks; they all have one form. */
export const hookFiles: Readonly<Record<HookHost, string>> = {
  claude: '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
}

type Members = Readonly<Record<string, unknown>>

/** Returns settings in which a session begins with a command; other hooks stay as they are. */
export function withHook(settings: unknown, command: string): Members {
  const before = toMembers(settings)
  const hooks = toMembers(before.hooks)
  const sessions = Array.isArray(hooks.SessionStart) ? hooks.SessionStart : []
  const others = sessions.filter((entry) => !JSON.stringify(entry).includes(mark))
  const own = sessions.find((entry) => JSON.stringify(entry).includes(mark))
  const wanted = { hooks: [{ type: 'command', command }] }
  if (JSON.stringify(own) === JSON.stringify(wanted)) return before
  return { ...before, hooks: { ...hooks, SessionStart: [...others, wanted] } }
}

/** What makes an entry ours. */
const mark = 'prime --hook'

const toMembers = (value: unknown): Members =>
  // The cast names what an object of JSON is.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
