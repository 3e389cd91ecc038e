import type { Finding } from '../findings/finding.ts'
import { type Rule, runRules } from '../findings/rule.ts'
import type { ResolvedDatachain, SchemaVersion } from '../model/index.ts'
import { type InstanceCode, instanceRules } from '../rules/instance/index.ts'
import { type ResolvedCode, resolvedRules } from '../rules/resolved/index.ts'
import { type ResolvedScope, toResolvedScope } from '../rules/scope/instance-scope.ts'
import { mostFindings } from './validate-datachain.ts'

const allRules: readonly Rule<ResolvedScope, InstanceCode | ResolvedCode>[] = [
  ...instanceRules,
  ...resolvedRules,
]

/**
 * Checks a resolved datachain against its snapshot and, if it is given, the version that it was
 * resolved against. Returns everything that is wrong with it.
 */
export const validateResolved = (
  resolved: ResolvedDatachain,
  version: string,
  live?: SchemaVersion,
): readonly Finding<InstanceCode | ResolvedCode>[] =>
  runRules(allRules, toResolvedScope(resolved, version, live), mostFindings)
