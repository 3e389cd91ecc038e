import type { Call } from 'toolaccord'
import type { CheckStore } from '../checks/create-check-store.ts'
import type { Git } from '../proof/git/git.ts'
import type { Environment } from '../proof/run/to-safe-environment.ts'
import type { Research } from '../research/research.ts'
import type { Ids } from '../spec/create-ids.ts'
import type { Spec } from '../spec/spec.ts'
import type { PlanStore } from '../store/plan-store.ts'
import type { PlanIndex } from '../tasks/create-plan-indexes.ts'
import type { Proofs } from '../tasks/proofs.ts'

/** What the tools work with. */
export interface Foundry {
  readonly plans: PlanStore
  readonly ids: Ids
  readonly now: () => Date
  /** How long a worker has a task before it may be given on. */
  readonly leaseMs: number
  readonly proofs: Proofs
  readonly checks: CheckStore
  readonly git: Git
  readonly research: Research
  /** The variables of the process, of which checks see only what is safe. */
  readonly env: Environment
  readonly indexOf: (spec: Spec) => PlanIndex
  /** The name under which a caller holds tasks and writes the journal. */
  readonly workerOf: (call: Pick<Call, 'caller' | 'client' | 'face'>) => string
  /** True if a caller decides about the plan, and does not only work on it. */
  readonly isMaintainer: (call: Pick<Call, 'caller' | 'face' | 'isLocal'>) => boolean
  /** The folder of the specs, as it is seen from where checks run. */
  readonly folder: string
}
