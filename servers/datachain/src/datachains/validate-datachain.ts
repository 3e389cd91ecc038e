import type { Finding } from '../findings/finding.ts'
import { type Rule, runRules } from '../findings/rule.ts'
import type { Datachain, ResolvedDatachain, SchemaVersion } from '../model/index.ts'
import { type InstanceCode, instanceRules } from '../rules/instance/index.ts'
import { isFlawless } from '../rules/instance/is-flawless.ts'
import { type ResolvedCode, resolvedRules } from '../rules/resolved/index.ts'
import {
  type InstanceScope,
  type ResolvedScope,
  toInstanceScope,
  toResolvedScope,
} from '../rules/scope/instance-scope.ts'

/** Findings of one rule at most: a datachain that breaks one more often is wrong from the ground up. */
const most = 200

/** Everything that a datachain breaks of a version's rules. */
export const validateDatachain = (
  datachain: Datachain,
  version: SchemaVersion,
): readonly Finding<InstanceCode>[] =>
  isFlawless(datachain, version)
    ? []
    : runRules<InstanceScope, InstanceCode>(
        instanceRules,
        toInstanceScope(datachain, version),
        most,
      )

const allRules: readonly Rule<ResolvedScope, InstanceCode | ResolvedCode>[] = [
  ...instanceRules,
  ...resolvedRules,
]

/**
 * Everything that a resolved datachain breaks, of what it carries and, where that is given, of the
 * version that it was made from.
 */
export const validateResolved = (
  resolved: ResolvedDatachain,
  version: string,
  live?: SchemaVersion,
): readonly Finding<InstanceCode | ResolvedCode>[] =>
  runRules(allRules, toResolvedScope(resolved, version, live), most)
