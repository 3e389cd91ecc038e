import type { CallOptions } from '../../../define/call.ts'
import { isRecord } from '../../../json/json.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import type { Failure, Outcome } from '../../../outcome/outcome.ts'
import { hiddenInstruction } from '../../../run/write-within.ts'
import type { Server } from '../../../server.ts'
import { createArgumentFilter, hostArgumentsOf } from '../hosts/create-argument-filter.ts'
import type { HostProfile } from '../hosts/host-profile.ts'
import { findProfile, toProfilesByName } from '../hosts/profiles-by-name.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { notesKey } from '../protocol/meta-keys.ts'
import { toAttaching } from '../protocol/to-server-facts.ts'
import { toWireBlock } from '../protocol/to-wire-block.ts'
import { toModelText } from '../texts/to-model-text.ts'
import { toLongCalls } from './to-long-calls.ts'
import {
  type Meta,
  type Sender,
  type WrittenCall,
  contractFor,
  findMetaProblem,
  toCallOptions,
  writeToolCall,
} from './tool-call.ts'
import type { ThroughGate } from './with-calls.ts'

/** How one `tools/call` is made and answered, whichever lane does it. */
export interface CallPlan {
  /** The arguments without those that hosts add. */
  readonly args: unknown
  readonly options: CallOptions
  /** The answer, if the call cannot be made the way that its `_meta` asks. */
  readonly refused: Failure | undefined
  /** The form that `toToolResult` gives the answer. */
  readonly form: ResultForm
  write(outcome: Outcome): WrittenCall
}

/** Plans the call of a tool. */
export type CallPlanner = (
  called: { readonly name: string; readonly args: unknown },
  meta: Meta,
  sender: Sender,
) => CallPlan

/** Creates the planner of a server. */
export function createCallPlanner(
  server: Server,
  mcp: McpOptions,
  throughGate?: ThroughGate,
): CallPlanner {
  const { text, profiles } = mcp
  const long = toLongCalls(server, mcp)
  const writer = { codes: server.codes, tools: server.tools, throughGate }
  const attaching = toAttaching(server)
  const hostArguments = hostArgumentsOf(profiles)
  const filterArguments = createArgumentFilter(server, hostArguments)
  const profilesByName = toProfilesByName(profiles)

  return function planCall({ name, args }, meta, sender) {
    const filtered = hasHostArgument(args) ? filterArguments(name, args) : undefined
    const client = sender.client ?? sender.agent
    const known = client && profilesByName.get(client.name)
    const profile = known && findProfile(known, client)
    const asked = toCallOptions(meta, sender)
    const fitted = profile === undefined ? asked : withHostLimit(asked, profile)
    const options = long?.waiting.has(name) ? { ...fitted, waitMs: long.waitMs } : fitted
    const contract = contractFor(meta, server, options)
    const form = { text, attaches: attaching.has(name), profile }
    return {
      args: filtered?.args ?? args,
      options,
      refused: findRefusal(meta, options),
      form,
      write: (outcome) => writeToolCall(filtered?.note(outcome) ?? outcome, contract, writer),
    }
  }

  /** Most calls have no such argument, and a small one has little time to find that out. */
  function hasHostArgument(args: unknown): boolean {
    if (!isRecord(args)) return false
    for (const name of hostArguments) if (name in args) return true
    return false
  }

  function findRefusal(meta: Meta, { id }: CallOptions): Failure | undefined {
    const problem = findMetaProblem(meta, server.contract)
    if (problem === undefined) return undefined
    const requestId = id ?? server.newId()
    return { ...server.refuse('invalid_argument', problem), notes: { requestId } }
  }
}

/** An answer must also fit what a host shows, unless the caller says how long it may be. */
function withHostLimit(asked: CallOptions, { answerBytes }: HostProfile): CallOptions {
  if (answerBytes === undefined || asked.budget !== undefined) return asked
  return { ...asked, answerBytes }
}

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
  const blocks = written.attachments?.map((block) => toWireBlock(block))
  if (written.overflow === undefined) return blocks
  const text = hiddenInstruction(written)
  return text === undefined ? blocks : [{ type: 'text', text }, ...(blocks ?? [])]
}

/** One line for people. */
function toBrief(outcome: Outcome): string {
  if (outcome.ok) return outcome.notes.message ?? 'Done.'
  const [{ code, message, hint }] = outcome.problems
  return hint === undefined ? `${code}: ${message}` : `${code}: ${message} ${hint}`
}
