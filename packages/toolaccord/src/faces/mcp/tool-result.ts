import type { Codebook } from '../../codebook.ts'
import type { ContentBlock } from '../../content.ts'
import type { Contract } from '../../contracts/contract.ts'
import type { Outcome } from '../../outcome.ts'
import type { McpOptions } from './mcp-options.ts'
import { notesKey } from './protocol.ts'

/** An outcome, ready to be written as a result of `tools/call` in either lane. */
export interface ToolResult {
  /** The envelope as JSON text: serialised once, spliced wherever it is needed. */
  readonly envelope: string
  readonly text: string
  readonly isError: boolean
  readonly meta?: Readonly<Record<string, unknown>>
  readonly attachments?: readonly ContentBlock[]
}

/** The same facts in both fields of the result, because clients show the model one or the other. */
export function toToolResult(outcome: Outcome, contract: Contract, codes: Codebook, text: McpOptions['text']): ToolResult {
  const { attachments } = outcome.notes
  const { body, overflow } = contract.encode(attachments === undefined ? outcome : withoutAttachments(outcome), codes)
  const envelope = JSON.stringify(body)
  return {
    envelope,
    text: text === 'brief' ? toBrief(outcome) : envelope,
    isError: !outcome.ok && !outcome.soft,
    meta: overflow && { [notesKey]: overflow },
    attachments,
  }
}

/** They stand beside the envelope, as blocks of their own. */
const withoutAttachments = (outcome: Outcome): Outcome => ({ ...outcome, notes: { ...outcome.notes, attachments: undefined } })

/** One line for people. */
function toBrief(outcome: Outcome): string {
  if (outcome.ok) return outcome.notes.message ?? 'Done.'
  const [{ code, message, hint }] = outcome.problems
  return [`${code}: ${message}`, hint].filter(Boolean).join(' ')
}
