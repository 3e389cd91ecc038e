import type { PromptMessage } from 'toolaccord'

/** One message of the user, line by line. */
export const say = (...lines: readonly string[]): readonly PromptMessage[] => [
  { role: 'user', content: { type: 'text', text: lines.join('\n') } },
]
