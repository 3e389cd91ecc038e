/** An argument that a host adds to calls, which tools have not asked for. */
export interface HostArgument {
  readonly name: string
  readonly host: string
  /** The last day on which it was seen. */
  readonly seen: string
  readonly source: string
}

/** The arguments that hosts are known to add. */
export const hostArguments: readonly HostArgument[] = [
  {
    name: 'wait_for_previous',
    host: 'Gemini CLI 0.61.0',
    seen: '2026-11-16',
    source:
      'Run: it puts the argument into every tool, tells the model to set it, and passes it on.',
  },
  {
    name: 'toolCallId',
    host: 'n8n 1.119',
    seen: '2025-12-05',
    source: 'https://github.com/n8n-io/n8n/issues/21500',
  },
]
