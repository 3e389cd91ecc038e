import type { Prompt } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { auditCoverage } from './audit-coverage.ts'
import { describeSystem } from './describe-system.ts'
import { explainFinding } from './explain-finding.ts'
import { translateDatachain } from './translate-datachain.ts'

/** Creates the prompts, for people who do not know the tools. */
export const createPrompts = (catalogue: Catalogue): readonly Prompt[] => [
  describeSystem(catalogue),
  auditCoverage(catalogue),
  translateDatachain,
  explainFinding,
]
