/** A command that every server has; a tool of the same name replaces it. */
export interface BuiltIn {
  readonly name: 'help' | 'completion'
  /** Its words, in a usage line. */
  readonly words: string
  readonly summary: string
}

/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** A shell that has a completion script. */
export type Shell = (typeof shells)[number]

/** The commands that every server has. */
export const builtIns: readonly BuiltIn[] = [
  { name: 'help', words: '[command]', summary: 'Explain a command.' },
  {
    name: 'completion',
    words: `<${shells.join('|')}>`,
    summary: 'Print a completion script for a shell.',
  },
]
