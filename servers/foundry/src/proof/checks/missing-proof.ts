import type { Finding } from '../../findings/finding.ts'
import type { Spec } from '../../spec/spec.ts'
import type { FileTree } from '../files/file-tree.ts'
import type { CheckRun } from './check-run.ts'
import { type Check, checkKindOf, checksOf, commandOf } from './checks-of.ts'
import { type Proof, proofOf } from './proof-of.ts'

/** Names every check that stops a task from being completed, and what to do about each. */
export function missingProof(
  spec: Spec,
  taskId: string,
  records: readonly CheckRun[],
  treeNow: FileTree | undefined,
): readonly Finding[] {
  return checksOf(spec, taskId).flatMap((check) => {
    const proof = proofOf(check, records, treeNow)
    return proof.state === 'passed' ? [] : toFinding(check, proof)
  })
}

function toFinding(check: Check, proof: Proof): Finding {
  return {
    code: proof.state === 'stale' ? 'PROOF_STALE' : 'PROOF_REQUIRED',
    severity: 'error',
    path: `hierarchy.${check.id}`,
    message: toMessage(check, proof),
    hint: toHint(check, proof),
  }
}

const words = {
  none: 'has not been run',
  claimed: 'is claimed and not proved',
  failed: 'failed',
  passed: 'passed',
  stale: 'is stale',
  unverifiable: 'cannot be verified',
} as const satisfies Record<Proof['state'], string>

function toMessage({ id, node }: Check, { state, reason }: Proof): string {
  const said = `Check '${id}' (${node.title.slice(0, 100)}) ${words[state]}.`
  return state === 'none' ? said : `${said} ${reason}`
}

function toHint({ id, node }: Check, { state }: Proof): string {
  const kind = checkKindOf(node)
  const hasCommand = commandOf(node) !== undefined
  if (kind === 'manual' || (kind === 'fidelity' && !hasCommand)) {
    return `Ask a person to look and to record the result of '${id}'; a worker's word is a claim.`
  }
  if (!hasCommand) return `Ask a maintainer to give '${id}' a command; then call run_check.`
  if (state === 'failed') return `Mend what the output names, then call run_check with '${id}'.`
  return `Call run_check with verify_id '${id}'.`
}
