import type { CompiledServer } from '../compile/compile-server.ts'
import type { ServerInit } from '../compile/forms/server-init.ts'
import type { Face } from '../define/call.ts'
import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { createFlagPolicy } from '../flags/create-flag-policy.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { createConsent } from '../policies/consent/create-consent.ts'
import { type CallLines, createCallLines } from '../policies/create-call-lines.ts'
import { type CallLog, callLogName } from '../policies/create-call-log.ts'
import type { RefusalLog } from '../policies/create-refusal-log.ts'
import { createScopes } from '../policies/create-scopes.ts'
import { createDeprecation } from '../policies/deprecation.ts'
import { createToolPreparer } from './create-tool-preparer.ts'

type AnyInit = ServerInit<readonly AnyTool[]>

/** The policies of the author around those of the framework; the first is the outermost. */
export function toPolicies(
  init: AnyInit,
  compiled: CompiledServer,
  log: Logger,
  logRefused: RefusalLog,
): readonly Policy[] {
  const { policies = [], flags } = init
  const scopes = createScopes(logRefused)
  const all: Policy[] = [...policies, scopes, createDeprecation(compiled.codes)]
  if (flags !== undefined) all.push(createFlagPolicy(flags))
  all.push(toConsent(init, compiled, log))
  return all
}

/** The policy that asks users; what is odd about its settings is logged once. */
function toConsent({ consent }: AnyInit, compiled: CompiledServer, log: Logger): Policy {
  const { mode, unattended, oddities } = compiled.consent
  for (const oddity of oddities) log.warn(oddity)
  const preparer = createToolPreparer(compiled.tools, compiled)
  return createConsent(preparer, { ...consent, mode, unattended }, guardLog(log))
}

/** Who writes the lines about calls. */
export interface CallLinesParts {
  /** Logs every call; absent if a policy of the author does. */
  readonly callLines?: CallLines | undefined
  /** Logs the calls that no policy sees; absent if the author logs calls in a way of its own. */
  readonly unseenLines?: CallLines | undefined
}

/** Chooses who writes the lines about calls. */
export function toCallLines({ policies = [] }: AnyInit): CallLinesParts {
  const policy: Partial<CallLog> | undefined = policies.find(({ name }) => name === callLogName)
  if (policy !== undefined) return { unseenLines: policy.lines }
  const callLines = createCallLines()
  return { callLines, unseenLines: callLines }
}

/** The policies that cover each tool. */
export function policiesByTool(
  tools: Readonly<Record<Face, ToolsByName>>,
  policies: readonly Policy[],
): ReadonlyMap<CompiledTool, readonly Policy[]> {
  const all = Object.values(tools).flatMap((byName) => [...byName.values()])
  return new Map(
    all.map((found) => [found, policies.filter((one) => one.covers?.(found.tool) ?? true)]),
  )
}
