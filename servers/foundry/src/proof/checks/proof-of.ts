import { stateOf } from '../../state/state-of.ts'
import { type ChangedFiles, changedFiles, toChangedPaths } from '../files/changed-files.ts'
import type { FileTree } from '../files/file-tree.ts'
import type { CheckRun } from './check-run.ts'
import { type Check, checkKindOf } from './checks-of.ts'
import { toCommandHash } from './to-command-hash.ts'

/**
 * What is known of a check. `claimed`: a worker wrote the result itself. `stale`: it passed, but
 * the files or the check changed since. `unverifiable`: the file says that it passed, and no run of
 * it is known.
 */
export type ProofState = 'none' | 'claimed' | 'failed' | 'passed' | 'stale' | 'unverifiable'

/** What is known of a check, and from which run. */
export interface Proof {
  readonly state: ProofState
  /** One sentence. */
  readonly reason: string
  readonly run?: CheckRun | undefined
  /** For stale proofs: what changed, if it was the files. */
  readonly changed?: ChangedFiles | undefined
}

/**
 * Weighs the records of a check, the last of which is the newest. Only a run by the server or, for
 * checks that people make, a person's word can make it passed. Without a tree, files are not
 * compared.
 */
export function proofOf(
  check: Check,
  records: readonly CheckRun[],
  treeNow: FileTree | undefined,
): Proof {
  const own = records.filter((record) => isOf(record, check))
  const run = own.findLast((record) => isEvidence(record, check))
  if (run === undefined) return withoutEvidence(check, own.at(-1))
  if (!isPass(run)) return { state: 'failed', reason: run.reason, run }
  if (run.commandHash !== toCommandHash(check.node)) {
    return { state: 'stale', reason: 'The check itself was changed after it had passed.', run }
  }
  return comparedWith(treeNow, run)
}

/** Ids of checks repeat between specs, and a check may be given to another task. */
const isOf = (record: CheckRun, { specId, taskId, id }: Check) =>
  record.spec_id === specId && record.task_id === taskId && record.verify_id === id

/** A pass counts from those who may give it; that a check does not pass may be said by both. */
function isEvidence(record: CheckRun, { node }: Check): boolean {
  const { kind: author } = record.by
  if (author === 'worker') return false
  if (record.verdict !== 'passed') return true
  const kind = checkKindOf(node)
  return author === 'person' ? kind !== 'run-tests' : kind !== 'manual'
}

const isPass = ({ verdict, by, exitCode }: CheckRun) =>
  verdict === 'passed' && (by.kind === 'person' || exitCode === 0)

function withoutEvidence({ node }: Check, last: CheckRun | undefined): Proof {
  if (last !== undefined) {
    const reason = `Only ${last.by.name} says so, and that does not count for this check.`
    return { state: 'claimed', reason, run: last }
  }
  if (saysPassed(node)) {
    return { state: 'unverifiable', reason: 'The file says passed, but no run of it is known.' }
  }
  return { state: 'none', reason: 'The check has not been run.' }
}

function saysPassed(node: Check['node']): boolean {
  if (stateOf(node) === 'completed') return true
  const { last_result: last } = node.metadata
  const isObject = typeof last === 'object' && last !== null
  const said = isObject ? Object.values(last) : [last]
  return said.some((value) => typeof value === 'string' && value.toLowerCase() === 'passed')
}

function comparedWith(treeNow: FileTree | undefined, run: CheckRun): Proof {
  const passed: Proof = { state: 'passed', reason: run.reason, run }
  if (treeNow === undefined || treeNow.hash === run.tree.hash) return passed
  const changed = changedFiles(run.tree, treeNow)
  const paths = toChangedPaths(changed)
  if (paths.length === 0) return passed
  const reason = `Files changed after the check had passed: ${toShortList(paths)}.`
  return { state: 'stale', reason, run, changed }
}

const mostShown = 5

function toShortList(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map((path) => JSON.stringify(path.slice(0, 200)))
  const more = paths.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
