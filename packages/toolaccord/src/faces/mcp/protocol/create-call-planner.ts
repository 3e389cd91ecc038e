import type { CallOptions } from '../../../define/call.ts'
import type { Failure, Outcome } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'
import { createProfileFinder } from '../hosts/create-profile-finder.ts'
import type { HostProfile } from '../hosts/host-profile.ts'
import type { McpOptions } from './mcp-options.ts'
import { toAttaching } from './to-server-facts.ts'
import { type ToolResult, toToolResult } from './to-tool-result.ts'
import {
  type Meta,
  type Sender,
  type WrittenCall,
  contractFor,
  findMetaProblem,
  toCallOptions,
  writeToolCall,
} from './tool-call.ts'

/** How one `tools/call` is made and answered, whichever lane does it. */
export interface CallPlan {
  readonly options: CallOptions
  /** The answer, if the call cannot be made the way that its `_meta` asks. */
  readonly refused: Failure | undefined
  write(outcome: Outcome): WrittenCall
  toResult(written: WrittenCall): ToolResult
}

/** Plans the call of a tool. */
export type CallPlanner = (name: string, meta: Meta, sender: Sender) => CallPlan

/** Creates the planner of a server. */
export function createCallPlanner(server: Server, { text, profiles }: McpOptions): CallPlanner {
  const { codes } = server
  const attaching = toAttaching(server)
  const findProfile = createProfileFinder(profiles)

  return function planCall(name, meta, sender) {
    const profile = findProfile(sender.client ?? sender.agent)
    const asked = toCallOptions(meta, sender)
    const options = profile === undefined ? asked : withHostLimit(asked, profile)
    const contract = contractFor(meta, server, options)
    const form = { text, attaches: attaching.has(name), profile }
    return {
      options,
      refused: findRefusal(meta, options),
      write: (outcome) => writeToolCall(outcome, contract, codes),
      toResult: (written) => toToolResult(written, form),
    }
  }

  function findRefusal(meta: Meta, { id }: CallOptions): Failure | undefined {
    const problem = findMetaProblem(meta)
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
