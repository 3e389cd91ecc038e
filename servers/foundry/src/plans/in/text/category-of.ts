import type { TaskCategory } from '../../foreign-plan.ts'

const patterns: readonly (readonly [RegExp, TaskCategory])[] = [
  [/\b(?:refactor|rename|clean ?up|simplif|extract|deduplicat|migrate)/i, 'refactoring'],
  [/\b(?:decide|choose|agree on|approve|sign.?off)/i, 'decision'],
  [/\b(?:research|explore|evaluate|compare|spike|survey|literature)/i, 'research'],
  [/\b(?:investigat|analy[sz]e|debug|diagnos|audit|reproduce|measure|profile)/i, 'investigation'],
]

/** Guesses from its words what kind of work a task is; most tasks change files. */
export const categoryOf = (title: string): TaskCategory =>
  patterns.find(([pattern]) => pattern.test(title))?.[1] ?? 'implementation'
