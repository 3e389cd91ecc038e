import type { CheckRun } from '../proof/checks/check-run.ts'
import type { Spec } from '../spec/spec.ts'
import { withMetadata, withNode } from '../spec/with-node.ts'

/** How many results the file keeps of each check, as the source does. */
const keptResults = 10

/** Returns the spec with the result of a check, for people and for programs that read the file. */
export function withCheckResult(spec: Spec, run: CheckRun): Spec {
  return withNode(spec, run.verify_id, (node) => {
    const history = node.metadata.verification_history
    const before: readonly unknown[] = Array.isArray(history) ? history : []
    const result = toResult(run)
    return withMetadata(node, {
      last_result: result,
      verification_history: [...before, result].slice(-keptResults),
    })
  })
}

const words = { passed: 'PASSED', failed: 'FAILED', error: 'FAILED', timeout: 'FAILED' } as const

/** A worker's own word is written as what it is. */
const toResult = ({ by, verdict, ...run }: CheckRun) => ({
  result: by.kind === 'worker' ? 'CLAIMED' : words[verdict],
  run_id: run.id,
  timestamp: run.startedAt,
  by: by.kind,
  author: by.name,
  exit_code: run.exitCode,
  duration_ms: run.durationMs,
  output_hash: run.outputHash,
  tree_hash: run.tree.hash,
  head: run.head,
  reason: run.reason,
})
