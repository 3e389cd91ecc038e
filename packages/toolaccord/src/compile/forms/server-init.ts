import type { Contract } from '../../contracts/contract/contract.ts'
import type { Limits } from '../../define/limits.ts'
import type { Policy } from '../../define/policy.ts'
import type { Prompt } from '../../define/prompt.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyTool } from '../../define/tool.ts'
import type { ContentFidelity } from '../../fidelity/content-fidelity.ts'
import type { Flags } from '../../flags/create-flags.ts'
import type { FlagSubject } from '../../flags/flag.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import type { Logger } from '../../log/log.ts'
import type { CodeFacts } from '../../outcome/codebook.ts'
import type { ConsentOptions } from '../../policies/consent/create-consent.ts'

/** Any name, because the framework may add tools; editors offer those of the author. */
type SetMember<Tools extends readonly AnyTool[]> =
  | Tools[number]['name']
  | (string & Record<never, never>)

/** A named, versioned set of tools with one contract and one set of policies. */
export interface ServerInit<
  Tools extends readonly AnyTool[],
  Code extends string = string,
  OwnCode extends string = string,
> {
  /** Its name, as clients and logs show it. */
  readonly name: string
  /** Its version, as clients show it. */
  readonly version: string
  /** What the server is for, for agents and people. */
  readonly summary?: string | undefined
  /** How to use the tools together; MCP clients show it to the model. */
  readonly instructions?: string | undefined
  /** The dialect that it answers in. Default: response-v2. */
  readonly contract?: Contract<Code> | undefined
  /**
   * Chooses the contract of an answer by who asks; a call that names its dialect wins. Default:
   * that of the server, for all.
   */
  readonly contractFor?: ((subject: FlagSubject) => Contract) | undefined
  /** The server's own codes; those of the contract need no mention. */
  readonly codes?: Readonly<Record<OwnCode, CodeFacts>> | undefined
  /** What `defineTool` gives, in the order of lists. */
  readonly tools: Tools
  /**
   * Names sets of tools, such as `{ core: ['get_note'] }`. Whoever runs the server chooses which of
   * them MCP offers; `all` is every tool. Default: only `all`.
   */
  readonly toolSets?: Readonly<Record<string, readonly SetMember<Tools>[]>> | undefined
  /** What `definePrompt` gives; MCP clients show them to users. */
  readonly prompts?: readonly Prompt[] | undefined
  /** What `defineResource` gives; those with a `path` are routes too. */
  readonly resources?: readonly Resource[] | undefined
  /**
   * Around every call, the first outermost; scopes, deprecation, flags and consent stand inside
   * these.
   */
  readonly policies?: readonly Policy[] | undefined
  /**
   * Stands before the names of tools on MCP. The environment variable MCP_TOOL_PREFIX wins; an
   * empty one is none.
   */
  readonly prefix?: string | undefined
  /** How users agree to what destroys. */
  readonly consent?: ConsentOptions | undefined
  /** Answers `call.flag`, and gates tools that name a flag. */
  readonly flags?: Flags | undefined
  /**
   * Makes answers fit a budget of tokens; `createFidelity` of toolaccord/fidelity makes one.
   * Default: answers go out as they are.
   */
  readonly fidelity?: ContentFidelity | undefined
  /**
   * Runs tools that may take long; `createJobs` of toolaccord/jobs makes one that outlives the
   * process. Default: jobs run in this process, and are gone with it.
   */
  readonly jobs?: JobEngine | undefined
  /** Default: 30 seconds, 64 levels of arguments, bodies of 1 MiB. */
  readonly limits?: Partial<Limits> | undefined
  /**
   * Whether answers say how long their tools ran, as `duration_ms`; calls in process have none.
   * Default: as the contract does; response-v2 does.
   */
  readonly timing?: boolean | undefined
  /** Default: warnings and errors to stderr. */
  readonly log?: Logger | undefined
  /** Makes request ids. Default: UUIDs of version 7, which sort by time. */
  readonly newId?: (() => string) | undefined
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}
