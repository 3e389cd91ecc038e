import type { ContentBlock } from '../../../outcome/content.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { hiddenInstruction } from '../../../run/write-within.ts'
import type { HostProfile } from '../hosts/host-profile.ts'
import type { McpOptions } from './mcp-options.ts'
import { notesKey } from './meta-keys.ts'
import { toModelText } from './to-model-text.ts'
import { toWireBlock } from './to-wire-block.ts'
import type { WrittenCall } from './tool-call.ts'

/** The result of `tools/call`, in either lane. */
export interface ToolResult {
  /** The envelope as a JSON string: serialised once, spliced wherever it is needed. */
  readonly envelope: string
  readonly text: string
  /** True if the result has no `structuredContent`. */
  readonly isContentOnly: boolean
  readonly isError: boolean
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  readonly attachments?: readonly ContentBlock[] | undefined
}

/** Everything that decides the form of a result, and nothing of what it says. */
export interface ResultForm {
  readonly text: McpOptions['text']
  /** True if the tool declares that it attaches pictures or other blocks. */
  readonly attaches: boolean
  /** What is known about the host; undefined if nothing is. */
  readonly profile: HostProfile | undefined
}

/**
 * The same facts in both fields of a result, because hosts show a model one or the other. A field
 * is left out only if it would hide blocks from the model, or repeat the answer.
 */
export function toToolResult(written: WrittenCall, form: ResultForm): ToolResult {
  const { outcome, envelope } = written
  const isError = !outcome.ok && !outcome.soft
  const isContentOnly = hasContentOnly(written, form, isError)
  return {
    envelope,
    text: toText(written, form, isContentOnly),
    isContentOnly,
    isError,
    meta: toMeta(written, form, isError),
    attachments: withInstruction(written),
  }
}

function hasContentOnly(
  { attachments }: WrittenCall,
  { attaches, profile }: ResultForm,
  isError: boolean,
): boolean {
  if (attaches) return true
  if (profile === undefined) return false
  if (isError && profile.showsWholeFailures === true) return true
  if (attachments === undefined || profile.takesContentOnly !== true) return false
  return attachments.some(({ type }) => profile.dropsBesideStructure?.includes(type))
}

/** The notes for programs; a host that shows whole failures would repeat them to the model. */
function toMeta(
  { overflow }: WrittenCall,
  { profile }: ResultForm,
  isError: boolean,
): ToolResult['meta'] {
  if (overflow === undefined) return undefined
  if (isError && profile?.showsWholeFailures === true) return undefined
  return { [notesKey]: overflow }
}

function toText(written: WrittenCall, form: ResultForm, isContentOnly: boolean): string {
  if (form.profile?.shows === 'content') return toModelText(written.outcome)
  if (form.text === 'brief' && !isContentOnly) return toBrief(written.outcome)
  return written.envelope
}

/** The attachments, after the instruction that a bare envelope has no field for. */
function withInstruction(written: WrittenCall): ToolResult['attachments'] {
  const blocks = written.attachments?.map(toWireBlock)
  const text = hiddenInstruction(written)
  return text === undefined ? blocks : [{ type: 'text', text }, ...(blocks ?? [])]
}

/** One line for people. */
function toBrief(outcome: Outcome): string {
  if (outcome.ok) return outcome.notes.message ?? 'Done.'
  const [{ code, message, hint }] = outcome.problems
  return hint === undefined ? `${code}: ${message}` : `${code}: ${message} ${hint}`
}
