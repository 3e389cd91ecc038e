import { spellingOddities } from './compile/code-faults.ts'
import {
  type CompiledServer,
  compileServer,
  compileWith,
  toToolsByFace,
} from './compile/compile-server.ts'
import type { ServerInit } from './compile/forms/server-init.ts'
import { type ToolListing, toToolListing } from './compile/to-tool-listing.ts'
import { type Contract, toRefusalFailure } from './contracts/contract/contract.ts'
import type { ResponseV2Code } from './contracts/response-v2/codes.ts'
import type { AnswerOf, ArgumentsOf, CallRest, CodeOf, NameOf } from './define/arguments-of.ts'
import type { CallOptions } from './define/call.ts'
import type { CompiledTool } from './define/compiled-tool.ts'
import type { Limits } from './define/limits.ts'
import type { Policy } from './define/policy.ts'
import type { Prompt } from './define/prompt.ts'
import type { Resource } from './define/resource.ts'
import { type ToolSets, chooseTools } from './define/tool-sets.ts'
import type { AnyTool } from './define/tool.ts'
import { type Fitter, createFitter } from './fidelity/create-fitter.ts'
import type { Flags } from './flags/create-flags.ts'
import type { FlagSubject } from './flags/flag.ts'
import { createMemoryJobs } from './jobs/engine/create-memory-jobs.ts'
import type { JobEngine } from './jobs/job-engine.ts'
import { resultToolName } from './jobs/to-pending.ts'
import { createDefaultLog } from './log/create-default-log.ts'
import { type Logger, guardLog } from './log/log.ts'
import type { Reach } from './next/create-step-check.ts'
import type { Codebook } from './outcome/codebook.ts'
import type { Failure, Outcome } from './outcome/outcome.ts'
import type { Reason, ReasonProblem } from './outcome/reasons.ts'
import { type RefusalLog, createRefusalLog } from './policies/create-refusal-log.ts'
import { hasScopesOf } from './policies/create-scopes.ts'
import { findUnshared } from './policies/find-unshared.ts'
import type { JobDesk } from './run/jobs/create-job-desk.ts'
import { toJobDesk, toJobRunner } from './run/jobs/to-job-desk.ts'
import { type Answerer, createAnswerer, createPipeline, toAsync } from './run/pipeline.ts'
import { RunningCalls } from './run/running-call.ts'
import { toContractFor } from './run/to-contract-for.ts'
import { toNewId } from './run/to-new-id.ts'
import { type CallLinesParts, toCallLines, toPolicies } from './run/to-policies.ts'
import { toReadables } from './run/to-readables.ts'
import { type Turns, createTurns } from './signals/create-turns.ts'

/**
 * A named, versioned set of tools, ready to be served by any face.
 *
 * @example
 *   const toolNames = (server: Server) => server.tools().map(({ name }) => name)
 *   toolNames(defineServer({ name: 'office', version: '1.0.0', tools: [] })) // → []
 */
export interface Server<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Code extends string = string,
> {
  readonly name: string
  readonly version: string
  readonly summary?: string
  readonly instructions?: string
  readonly contract: Contract
  /** The contract of an answer whose call names no dialect. */
  contractFor(subject: FlagSubject): Contract
  /** True if every caller is answered in one contract, unless it asks for another. */
  readonly hasOneContract: boolean
  /** Every code that this server may answer with. */
  readonly codes: Codebook
  readonly limits: Limits
  /** Stands before the names of tools on MCP; empty if nothing does. */
  readonly prefix: string
  /** The log for what callers must not see. */
  readonly log: Logger
  /** Logs a caller that a face did not let in. */
  readonly logRefused: RefusalLog
  /** A fresh request id. */
  newId(): string
  /** Every tool, in the order of their definition. */
  tools(): readonly ToolListing[]
  /** The names of the tools that are running, and of the one that was called last. */
  runningTools(): readonly string[]
  /** The names of the tools in each set; `all` is every tool. */
  readonly toolSets: ToolSets
  /**
   * This server with only some of its tools, by the names of sets and of tools; the tool that
   * fetches what answers leave out stays. Throws a RangeError for any other name.
   */
  only(chosen: readonly string[]): Server<Tools, Code>
  prompts(): readonly Prompt[]
  resources(): readonly Resource[]
  /**
   * Reads a resource, or writes a prompt, for a face. Policies are asked as around a call. It never
   * throws; the data is null if there is nothing.
   */
  read(
    what: Resource | Prompt,
    args: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<Outcome>
  /**
   * Calls a tool in process. It never throws: what went wrong is in the outcome. Names and
   * arguments that the server does not have do not compile.
   */
  call<Name extends NameOf<Tools>>(
    name: Name,
    ...rest: CallRest<ArgumentsOf<Tools, Name>>
  ): Promise<Outcome<AnswerOf<Tools, Name>, Code | CodeOf<Tools, Name>>>
  /** The same for a name and arguments that are known only when it runs. */
  callByName(name: string, args?: unknown, options?: CallOptions): Promise<Outcome>
  /** Calls a tool for a face, which writes the outcome in its own form. */
  readonly answer: Answerer
  /** Makes answers fit a budget of tokens; undefined if the server does not count them. */
  readonly fitter?: Fitter
  /** Where long tools run; undefined if no tool is long. */
  readonly jobs?: JobDesk | undefined
  /** The parts that keep in the memory of this process what several would have to share. */
  readonly unshared: readonly string[]
  /** Shares the event loop among callers whose answers take long. */
  readonly turns: Turns
  /**
   * Resolves when the policies have nothing left to do for calls that have ended, such as an
   * outcome that its store does not take. It has no limit of time.
   */
  drain(): Promise<void>
  /** A failure of the framework's own, in the code that the contract has for the reason. */
  refuse(reason: Reason, problem?: ReasonProblem): Failure
  /**
   * The same server with more tools, which share its policies and limits. Throws a DefinitionError
   * if a name is taken.
   */
  withTools(more: readonly AnyTool[]): Server
  /** The same server with another engine for its long tools. */
  withJobs(engine: JobEngine): Server<Tools, Code>
}

/**
 * Makes a server from tools, or throws one DefinitionError that names every fault.
 *
 * @example
 *   const ping = defineTool({
 *     name: 'ping',
 *     summary: 'Answer.',
 *     output: z.object({ up: z.boolean() }),
 *     effect: 'read',
 *     run: () => ok({ up: true }),
 *   })
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [ping] })
 *   const outcome = await server.call('ping')
 *   outcome.ok && outcome.data // → { up: true }
 */
export function defineServer<
  const Tools extends readonly AnyTool[],
  Code extends string = ResponseV2Code,
  OwnCode extends string = never,
>(
  init: ServerInit<Tools, Code, OwnCode>,
): Server<Tools, Code | Exclude<OwnCode, Tools[number]['codes'][number]>> {
  const compiled = compileServer(init)
  const log = init.log ?? createDefaultLog(init.env)
  for (const oddity of spellingOddities(compiled.contract, init.codes ?? {})) {
    guardLog(log).warn(oddity)
  }
  const logRefused = createRefusalLog(log)
  const policies = toPolicies(init, compiled, log, logRefused)
  const running = new RunningCalls()
  const newId = toNewId(init.newId, log)
  const engine = init.jobs ?? createMemoryJobs()
  const lines = toCallLines(init)
  const turns = createTurns()
  const shared = { init, log, logRefused, newId, policies, running, lines, turns, engine }
  // The cast names the tools and codes that the server was compiled from.
  return assembleServer(compiled, compiled.tools, shared) as ReturnType<
    typeof defineServer<Tools, Code, OwnCode>
  >
}

type AnyInit = ServerInit<readonly AnyTool[]>

/** The parts that a server shares with the same server with more tools. */
interface SharedParts {
  readonly init: AnyInit
  readonly log: Logger
  readonly logRefused: RefusalLog
  readonly newId: () => string
  readonly policies: readonly Policy[]
  readonly running: RunningCalls
  readonly lines: CallLinesParts
  readonly turns: Turns
  /** Runs the jobs of the server, whatever tools it offers. */
  readonly engine: JobEngine
}

function assembleServer(
  compiled: CompiledServer,
  offered: readonly CompiledTool[],
  shared: SharedParts,
): Server {
  const { init, log, logRefused, newId, policies, running, lines, turns, engine } = shared
  const { contract, codes, limits, prefix, toolSets, prompts, resources } = compiled
  const { flags, fidelity } = init
  const others = compiled.tools.filter((one) => !offered.includes(one))
  const tools = toToolsByFace(offered, prefix)
  const leftOut = toToolsByFace(others, prefix)
  const listed = offered.filter(({ tool }) => flags?.isListed(tool) ?? true)
  const listings = Object.freeze(listed.map((one) => toToolListing(one, prefix)))

  function refuse(reason: Reason, problem?: ReasonProblem): Failure {
    return toRefusalFailure(contract, [{ ...problem, reason }])
  }

  const isReachable = toReach(flags)
  const fitter = fidelity && createFitter({ fidelity, tools, refuse, log, turns })
  const budgetOf = fitter?.budgetOf
  const isTimed = init.timing ?? contract.isTimed
  const given = { policies, limits, log, newId, running, ...lines, isTimed }
  const common = { contract, codes, refuse, ...given }
  const jobs = toJobDesk({ ...common, init, tools: compiled.tools, engine })
  const run = jobs && toJobRunner(jobs, common)
  const callTool = createPipeline({ ...common, tools, leftOut, budgetOf, isReachable, run })
  const readables = toReadables(resources, prompts)
  const readOne = toAsync(
    createPipeline({
      ...common,
      tools: readables.byFace,
      leftOut: readables.byFace,
      isReachable,
      run: readables.run,
    }),
  )
  const callByName = toAsync(callTool)
  return Object.freeze({
    name: init.name,
    version: init.version,
    summary: init.summary,
    instructions: init.instructions,
    contract,
    contractFor: init.contractFor ? toContractFor(init.contractFor, contract, log) : () => contract,
    hasOneContract: init.contractFor === undefined,
    codes,
    limits,
    prefix,
    log,
    logRefused,
    newId,
    refuse,
    tools: () => listings,
    runningTools: () => running.tools(),
    toolSets,
    prompts: () => prompts,
    resources: () => resources,
    read: (
      what: Resource | Prompt,
      args: Readonly<Record<string, string>>,
      options?: CallOptions,
    ) => readOne(readables.nameOf(what), args, options),
    // The cast says what the pipeline checks: the data has the type of the tool's output schema.
    call: callByName as Server['call'],
    callByName,
    answer: createAnswerer(callTool, fitter),
    fitter,
    jobs,
    unshared: findUnshared({ policies, tools: compiled.tools, fidelity, jobs: init.jobs }),
    turns,
    async drain() {
      logRefused.flush()
      await Promise.allSettled(policies.map((policy) => policy.drain?.()))
    },
    only(chosen: readonly string[]) {
      const names = new Set([...chooseTools(chosen, toolSets), ...toolsOf(fidelity)])
      const fewer = offered.filter(({ tool }) => names.has(tool.name))
      return assembleServer(compiled, fewer, shared)
    },
    withTools(more: readonly AnyTool[]) {
      const wider = compileWith(init.name, compiled, more)
      const added = wider.tools.slice(compiled.tools.length)
      return assembleServer(wider, [...offered, ...added], shared)
    },
    withJobs(other: JobEngine) {
      return assembleServer(compiled, offered, { ...shared, engine: other })
    },
  })
}

/** The tools that stay whatever is chosen: they fetch what answers leave out. */
const toolsOf = (fidelity: AnyInit['fidelity']): readonly string[] => [
  ...(fidelity?.tools.map(({ name }) => name) ?? []),
  resultToolName,
]

/** Whom scopes and flags let call a tool; an answer suggests no other tools. */
const toReach =
  (flags: Flags | undefined): Reach =>
  ({ tool }, request) =>
    hasScopesOf(tool, request) &&
    (tool.flag === undefined || flags?.isOn(tool.flag, request) === true)
