import { FoundryError } from '../errors/foundry-error.ts'
import type { ProofView, ProofViews } from '../pages/index.ts'
import { type Check, checksByTask } from '../proof/checks/checks-of.ts'
import { promisedFiles } from '../proof/checks/promised-files.ts'
import { type Proof, proofOf } from '../proof/checks/proof-of.ts'
import type { FileTree } from '../proof/files/file-tree.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { Plan } from '../store/plan-store.ts'
import type { Foundry } from '../tools/foundry.ts'

/** What proofs of checks are made of. */
export type ProofSources = Pick<Foundry, 'checks' | 'proofs'>

/** Returns what a page shows of checks that were made: whether they passed, and still do. */
export async function toProofViews(sources: ProofSources, plan: Plan): Promise<ProofViews> {
  const records = await sources.checks.listAll(plan.spec_id)
  const treeOf = createTrees(sources, plan)
  const views: [id: string, view: ProofView][] = []
  for (const check of uniqueChecks(plan)) {
    const own = records.filter(({ verify_id }) => verify_id === check.id)
    if (own.length === 0) continue
    const known = proofOf(check, own, undefined)
    const proof = known.state === 'passed' ? proofOf(check, own, await treeOf(check)) : known
    const view = toProofView(proof)
    if (view !== undefined) views.push([check.id, view])
  }
  return Object.fromEntries(views)
}

const uniqueChecks = ({ spec }: Plan): readonly Check[] => {
  const all = [...checksByTask(spec).values()].flat()
  return [...new Map(all.map((check) => [check.id, check])).values()]
}

/** Hashes the files of tasks, those with the same files once. */
function createTrees(
  { proofs }: ProofSources,
  plan: Plan,
): (check: Check) => Promise<FileTree | undefined> {
  const trees = new Map<string, Promise<FileTree | undefined>>()
  return ({ taskId }) => {
    const key = JSON.stringify(promisedFiles(nodeOf(plan.spec, taskId)))
    const tree = trees.get(key) ?? proofs.treeOf(plan, taskId).catch(withoutTree)
    trees.set(key, tree)
    return tree
  }
}

/** Files that cannot be compared leave a pass as it was; tools say why when it matters. */
function withoutTree(thrown: unknown): undefined {
  if (!(thrown instanceof FoundryError)) throw thrown
}

/** What nobody has made is for the file to tell. */
function toProofView({ state, reason, run }: Proof): ProofView | undefined {
  if (state === 'none' || state === 'unverifiable') return undefined
  return {
    state,
    at: run?.startedAt,
    by: run?.by.name,
    exit_code: run?.exitCode ?? undefined,
    duration_ms: run === undefined || run.by.kind !== 'server' ? undefined : run.durationMs,
    note: reason,
  }
}
