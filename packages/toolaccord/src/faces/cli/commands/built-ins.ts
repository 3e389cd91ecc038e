/** A command that every server has; a tool of the same name takes its place. */
export interface BuiltIn {
  readonly name: 'help' | 'completion'
  /** Its words, in a usage line. */
  readonly words: string
  readonly summary: string
}

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

export const builtIns: readonly BuiltIn[] = [
  { name: 'help', words: '[command]', summary: 'Explain a command.' },
  {
    name: 'completion',
    words: `<${shells.join('|')}>`,
    summary: 'Print a completion script for a shell.',
  },
]
