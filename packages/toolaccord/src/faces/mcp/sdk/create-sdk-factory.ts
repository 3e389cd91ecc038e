import {
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type ServerOptions,
  createRequestStateCodec,
} from '@modelcontextprotocol/server'
import { maxRounds } from '../../../define/conversation.ts'
import { compact, isRecord } from '../../../json/json.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { writeWithin } from '../../../run/write-within.ts'
import type { ToolList } from '../gates/create-tool-list.ts'
import { createProgress } from '../long/create-progress.ts'
import { type TaskHolder, type WriteResult, createTaskDesk } from '../long/create-task-desk.ts'
import type { Task } from '../long/to-task.ts'
import type { CallTarget } from '../protocol/call-target.ts'
import {
  type CallPlan,
  type ToolResult,
  createCallPlanner,
  toToolResult,
} from '../protocol/create-call-planner.ts'
import type { LaneOptions } from '../protocol/mcp-options.ts'
import { metaKeys } from '../protocol/meta-keys.ts'
import { toCacheHint } from '../protocol/to-cache-hint.ts'
import { toLongCalls } from '../protocol/to-long-calls.ts'
import { toInteractive, toModernCapabilities, toServerFacts } from '../protocol/to-server-facts.ts'
import type { ToolPages } from '../protocol/to-tool-pages.ts'
import { toAgent, toClient } from '../protocol/tool-call.ts'
import { toKnownBlocks } from '../revisions/to-known-blocks.ts'
import { addPrompts } from './add-prompts.ts'
import { addCompletions, addResources } from './add-resources.ts'
import { addTasks, checkTasks, takesTasks } from './add-tasks.ts'
import { bindingOf, toCaller } from './caller.ts'
import { type Sender, createAsker } from './create-asker.ts'
import { SdkServer } from './sdk-server.ts'
import { type SealedState, startRound } from './start-round.ts'
import { toMessageLog } from './to-message-log.ts'

/**
 * Makes SDK servers that answer everything: one per request over HTTP, one per connection
 * elsewhere.
 */
export interface SdkFactory {
  (context?: McpRequestContext): SdkServer
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  /** Ends the streams of requests that were cancelled, to which no answer will come. */
  close(): Promise<void>
}

/** Creates the factory of one server; it counts the work of all that it makes. */
export function createSdkFactory(
  { server, pagesFor, toTarget, throughGate }: ToolList,
  options: LaneOptions,
): SdkFactory {
  const { serverInfo, capabilities, instructions } = toServerFacts(server)
  const modernCapabilities = toModernCapabilities(server)
  const cacheHints = toCacheHints(options)
  const interactive = toInteractive(server)
  const planCall = createCallPlanner(server, options, throughGate)
  const long = toLongCalls(server, options)
  const tasks = server.jobs && createTaskDesk(server, server.jobs)
  const codec = createRequestStateCodec<SealedState>({
    key: options.stateKey ?? crypto.getRandomValues(new Uint8Array(32)),
    bind: bindingOf,
  })

  const running = new Set<Promise<unknown>>()
  /** Servers of one request of the 2025 era each, which the SDK does not close when it closes. */
  const single = new Set<SdkServer>()
  return Object.assign(createSdkServer, {
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
      // The SDK has yet to write the last answer when the work that gave it is over.
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
    async close() {
      await Promise.all([...single].map((sdk) => sdk.close()))
    },
  })

  function createSdkServer(context?: McpRequestContext): SdkServer {
    const isModern = context?.era === 'modern'
    const sdk = new SdkServer(
      serverInfo,
      {
        capabilities: isModern ? modernCapabilities : capabilities,
        instructions,
        cacheHints,
        requestState: { verify: codec.verify },
        inputRequired: { maxRounds },
      },
      track,
    )
    if (context?.era === 'legacy' && context.requestInfo !== undefined) {
      single.add(sdk)
      Object.assign(sdk, { onclose: () => single.delete(sdk) })
    }
    sdk.setRequestHandler('tools/list', ({ params }, { http }) =>
      listTools(pagesFor(toCaller(http?.authInfo)), params?.cursor),
    )
    sdk.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(
        targetOf(params.name, sdk.argumentsOf(params.arguments, context)),
        context,
        senderOf(sdk, context),
      ),
    )
    const ask = createAsker(server, codec, (context) => senderOf(sdk, context))
    addPrompts(sdk, server, ask)
    addResources(sdk, server, ask)
    addCompletions(sdk, server)
    if (tasks !== undefined && isModern) {
      const writerFor = (of: ServerContext) => toTaskWriter(of, senderOf(sdk, of))
      addTasks(sdk, { desk: tasks, holderOf, writerFor })
    }
    return sdk
  }

  function listTools(pages: ToolPages, cursor: string | undefined): ListToolsResult {
    const page = pages.get(cursor)
    if (page === undefined) {
      const message = 'The cursor is not one that tools/list gave out.'
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    // The cast names what the SDK's stricter wire types say of the same JSON.
    const tools = [...page.tools] as never[]
    return page.nextCursor === undefined ? { tools } : { tools, nextCursor: page.nextCursor }
  }

  function targetOf(name: string, args: unknown): CallTarget {
    return toTarget?.(name, args) ?? { name, args }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  function planFor(target: CallTarget, { mcpReq, http }: ServerContext, sender: Sender): CallPlan {
    const { signal, _meta: meta = {} } = mcpReq
    const { client, caller } = sender
    const agent = toAgent(http?.req?.headers.get('user-agent'))
    return planCall(target, meta, { client, agent, caller, signal, isLocal: http === undefined })
  }

  /** Writes an outcome within the budget of its call. */
  async function write(
    outcome: Outcome,
    name: string,
    { options: of, write: writeOne, form }: CallPlan,
    { revision }: Sender,
  ): Promise<CallToolResult> {
    const how = { fitter: server.fitter, name, options: of, write: writeOne }
    return toCallToolResult(toToolResult(await writeWithin(how, outcome), form), revision)
  }

  async function callTool(
    { name, args }: CallTarget,
    context: ServerContext,
    sender: Sender,
  ): Promise<CallToolResult | InputRequiredResult> {
    if (long?.tasksOnly.has(name)) checkTasks(context)
    const plan = planFor({ name, args }, context, sender)
    if (plan.refused !== undefined) return write(plan.refused, name, plan, sender)
    const isTask = long?.tasks.has(name) === true && takesTasks(context)
    const round = startRound(`tool ${name}`, context, codec, sender)
    const letGo = startLettingGo(context, options.streamMs)
    const progress = createProgress(context.mcpReq, server.log)
    const endBeats = long?.waiting.has(name) ? progress.startBeats() : undefined
    const outcome = await server.call(name, plan.args, {
      ...plan.options,
      waitMs: isTask ? 0 : plan.options.waitMs,
      onProgress: progress.tell,
      conversation: round.conversation,
      log: interactive.has(name) ? toMessageLog(context, server.log) : undefined,
    })
    clearInterval(letGo)
    endBeats?.()
    const asked = round.result()
    if (asked !== undefined) return asked
    const task = isTask ? await tasks?.find(outcome, holderOf(context)) : undefined
    return task === undefined ? write(outcome, name, plan, sender) : toTaskResult(task)
  }

  /** Returns what writes outcomes of tasks in the form that whoever looks at them asks for. */
  function toTaskWriter(context: ServerContext, sender: Sender): WriteResult {
    return async (outcome, { tool, context: { budget } }) => {
      const listed = server.tools().find(({ name }) => name === tool)
      const name = listed?.mcpName ?? tool
      const plan = planFor({ name, args: {} }, context, sender)
      const within = { ...plan, options: { budget, ...compact(plan.options) } }
      // Clients that look into a task take it for a whole result.
      return { ...(await write(outcome, name, within, sender)), resultType: 'complete' }
    }
  }
}

const holderOf = ({ http }: ServerContext): TaskHolder => ({
  caller: toCaller(http?.authInfo),
  isLocal: http === undefined,
})

/** The cast hides from the SDK's types a result that only the extension has. */
const toTaskResult = (task: Task): CallToolResult =>
  ({ ...task, resultType: 'task' }) as unknown as CallToolResult

/** A resource may change at any time, so what was read of it is not kept. */
function toCacheHints(options: LaneOptions): ServerOptions['cacheHints'] {
  const hint = toCacheHint(options)
  return {
    'server/discover': hint,
    'tools/list': hint,
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
  }
}

/** Closes the stream of a call from time to time, if its client can come back for the rest. */
function startLettingGo(
  { http }: ServerContext,
  streamMs: number | undefined,
): ReturnType<typeof setInterval> | undefined {
  const close = http?.closeSSE
  if (streamMs === undefined || close === undefined) return undefined
  return setInterval(close, streamMs)
}

function toCallToolResult(result: ToolResult, revision: unknown): CallToolResult {
  const { envelope, text, isContentOnly, isError, meta, attachments = [] } = result
  const blocks = toKnownBlocks(attachments, revision)
  const made: CallToolResult = {
    // The cast widens readonly blocks to the SDK's mutable ones; it only serialises them.
    content: [{ type: 'text', text }, ...blocks] as CallToolResult['content'],
  }
  if (!isContentOnly) made.structuredContent = JSON.parse(envelope) as Record<string, unknown>
  if (isError) made.isError = true
  if (meta !== undefined) made._meta = { ...meta }
  return made
}

/** The sender of a request: from its envelope, or from the handshake of a 2025-era client. */
function senderOf(sdk: SdkServer, { mcpReq, http }: ServerContext): Sender {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[metaKeys.capabilities] ?? sdk.getClientCapabilities()
  const isForgotten = declared === undefined && http !== undefined
  return {
    client: toClient(envelope[metaKeys.clientInfo]) ?? toClient(sdk.getClientVersion()),
    caller: toCaller(http?.authInfo),
    // A client without a session has no handshake that could be known; only its header tells.
    revision: sdk.getNegotiatedProtocolVersion() ?? http?.req?.headers.get('mcp-protocol-version'),
    capabilities: isRecord(declared) ? declared : {},
    unreachable: isForgotten ? withoutSession : undefined,
  }
}

/** Without a session a server forgets the handshake, and has no way to send a question. */
const withoutSession: Sender['unreachable'] = {
  message:
    'The tool has a question, and this server cannot put it to a client of the 2025 revisions, ' +
    'because the call is not in a session.',
  hint:
    'Tell the user that the client must keep the session which it is given, ' +
    'and that whoever runs the server can switch sessions on.',
}
