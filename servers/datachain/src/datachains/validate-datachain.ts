import type { Finding } from '../findings/finding.ts'
import { runRules } from '../findings/rule.ts'
import type { Datachain, SchemaVersion } from '../model/index.ts'
import { type InstanceCode, instanceRules } from '../rules/instance/index.ts'
import { isFlawless } from '../rules/instance/is-flawless.ts'
import { type InstanceScope, toInstanceScope } from '../rules/scope/instance-scope.ts'

/** The most findings of one rule: a datachain with more of them is wrong as a whole. */
export const mostFindings = 200

/** Checks a datachain against a version, and returns everything that is wrong with it. */
export function validateDatachain(
  datachain: Datachain,
  version: SchemaVersion,
): readonly Finding<InstanceCode>[] {
  if (isFlawless(datachain, version)) return []
  const scope = toInstanceScope(datachain, version)
  return runRules<InstanceScope, InstanceCode>(instanceRules, scope, mostFindings)
}
