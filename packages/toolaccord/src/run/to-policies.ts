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
import { callLogName } from '../policies/create-call-log.ts'
import { createRefusalLog } from '../policies/create-refusal-log.ts'
import { createScopes } from '../policies/create-scopes.ts'
import { createDeprecation } from '../policies/deprecation.ts'
import { createToolPreparer } from './create-tool-preparer.ts'

type AnyInit = ServerInit<readonly AnyTool[]>

/** The policies of the author around those of the framework; the first is the outermost. */
export function toPolicies(
  init: AnyInit,
  compiled: CompiledServer,
  log: Logger,
): readonly Policy[] {
  const { policies = [], flags } = init
  const scopes = createScopes(createRefusalLog(log))
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

/** The lines about calls, unless the author logs calls another way. */
export function toCallLines({ policies = [] }: AnyInit): CallLines | undefined {
  if (policies.some(({ name }) => name === callLogName)) return undefined
  return createCallLines()
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
