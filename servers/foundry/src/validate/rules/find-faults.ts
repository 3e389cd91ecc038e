import type { Spec } from '../../spec/spec.ts'
import { createFaults, type Faults } from '../faults/create-faults.ts'
import { checkCounts } from './check-counts.ts'
import { checkDependencies } from './check-dependencies.ts'
import { checkDependencyCycles } from './check-dependency-cycles.ts'
import { checkFieldNames } from './check-field-names.ts'
import { checkHierarchy } from './check-hierarchy.ts'
import { checkNodeValues } from './check-node-values.ts'
import { checkSizes } from './check-sizes.ts'
import { checkSpecMetadata } from './check-spec-metadata.ts'
import { checkTasks } from './check-tasks.ts'
import { checkTopValues } from './check-top-values.ts'
import { checkVerifications } from './check-verifications.ts'
import type { Rule } from './rule.ts'

const rules: readonly Rule[] = [
  checkTopValues,
  checkSpecMetadata,
  checkHierarchy,
  checkNodeValues,
  checkCounts,
  checkDependencies,
  checkDependencyCycles,
  checkTasks,
  checkVerifications,
  checkFieldNames,
  checkSizes,
]

/** Returns the faults of a spec whose structure was checked, by all rules. */
export function findFaults(spec: Spec, folder?: string): Faults {
  const faults = createFaults()
  for (const rule of rules) rule({ spec, report: faults.report, folder })
  return faults
}
