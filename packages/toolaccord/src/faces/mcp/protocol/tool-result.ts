import { after } from '../../../async/after.ts'
import type { Contract } from '../../../contracts/contract/contract.ts'
import type { CallOptions } from '../../../define/call.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'
import { type Written, untoldInstruction, writeEnvelope } from '../../write-envelope.ts'
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

/** The result of a call that is over, within its budget. */
export function toToolResult(
  server: Pick<Server, 'codes' | 'fit'>,
  name: string,
  outcome: Outcome,
  contract: Contract,
  called: CallOptions,
  text: McpOptions['text'],
): ToolResult | PromiseLike<ToolResult> {
  const { attachments } = outcome.notes
  const written = writeEnvelope(
    server,
    name,
    attachments === undefined ? outcome : withoutAttachments(outcome),
    contract,
    called,
  )
  return after(written, (one) => toResult(one, attachments, text))
}

/** The same facts in both fields of the result, because clients show the model one or the other. */
function toResult(
  written: Written,
  attached: ToolResult['attachments'],
  text: McpOptions['text'],
): ToolResult {
  const { outcome, envelope, overflow } = written
  const untold = untoldInstruction(written)
  const attachments =
    untold === undefined ? attached : [{ type: 'text', text: untold } as const, ...(attached ?? [])]
  return {
    envelope,
    text: text === 'brief' ? toBrief(outcome) : envelope,
    isError: !outcome.ok && !outcome.soft,
    meta: overflow && { [notesKey]: overflow },
    attachments,
  }
}

/** They stand beside the envelope, as blocks of their own. */
const withoutAttachments = (outcome: Outcome): Outcome => ({
  ...outcome,
  notes: { ...outcome.notes, attachments: undefined },
})

/** One line for people. */
function toBrief(outcome: Outcome): string {
  if (outcome.ok) return outcome.notes.message ?? 'Done.'
  const [{ code, message, hint }] = outcome.problems
  return [`${code}: ${message}`, hint].filter(Boolean).join(' ')
}
