import type { Contract } from '../contracts/contract/contract.ts'
import type { NameOf } from '../define/arguments-of.ts'
import type { Limits } from '../define/limits.ts'
import type { Policy } from '../define/policy.ts'
import type { Prompt } from '../define/prompt.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyTool } from '../define/tool.ts'
import type { ContentFidelity } from '../fidelity/content-fidelity.ts'
import type { Flags } from '../flags/create-flags.ts'
import type { FlagSubject } from '../flags/flag.ts'
import type { Logger } from '../log/log.ts'
import type { Codebook } from '../outcome/codebook.ts'
import type { ConsentOptions } from '../policies/consent/create-consent.ts'

/** A named, versioned set of tools with one contract and one set of policies. */
export interface ServerInit<Tools extends readonly AnyTool[]> {
  readonly name: string
  readonly version: string
  /** What the server is for, for agents and people. */
  readonly summary?: string | undefined
  /** How to use the tools together; MCP clients show it to the model. */
  readonly instructions?: string | undefined
  /** Default: response-v2. */
  readonly contract?: Contract | undefined
  /**
   * Chooses the contract of an answer by who asks; a call that names its dialect wins. Default:
   * that of the server, for all.
   */
  readonly contractFor?: ((subject: FlagSubject) => Contract) | undefined
  /** The server's own codes; those of the contract need no mention. */
  readonly codes?: Codebook | undefined
  readonly tools: Tools
  /**
   * Names sets of tools, such as `{ core: ['get_note'] }`. Whoever runs the server chooses which of
   * them MCP offers; `all` is every tool. Default: only `all`.
   */
  readonly toolSets?: Readonly<Record<string, readonly NameOf<Tools>[]>> | undefined
  readonly prompts?: readonly Prompt[] | undefined
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
  readonly env?: Readonly<Record<string, string | undefined>>
}
