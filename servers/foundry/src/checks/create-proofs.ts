import type { CheckRun } from '../proof/checks/check-run.ts'
import { checksOf } from '../proof/checks/checks-of.ts'
import { missingProof } from '../proof/checks/missing-proof.ts'
import { promisedButUntouched, promisedFiles } from '../proof/checks/promised-files.ts'
import type { FileTree } from '../proof/files/file-tree.ts'
import { hashFiles } from '../proof/files/hash-files.ts'
import type { Git } from '../proof/git/git.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { Plan } from '../store/plan-store.ts'
import type { Proofs } from '../tasks/proofs.ts'
import type { CheckStore } from './create-check-store.ts'

/** What proofs are made of. */
export interface ProofsInit {
  readonly root: string
  /** The folder of the specs, from the root. */
  readonly specsFolder: string
  readonly git: Git
  readonly checks: CheckStore
}

/** Creates the proofs of tasks: records of runs against the files as they are. */
export function createProofs({ root, specsFolder, git, checks }: ProofsInit): Proofs {
  const treeOf = ({ spec }: Plan, taskId: string): Promise<FileTree> =>
    hashFiles(root, promisedFiles(nodeOf(spec, taskId)), {
      specsFolder,
      listTracked: () => git.listFiles(),
    })

  async function recordsOf({ spec }: Plan, taskId: string): Promise<readonly CheckRun[]> {
    const own = checksOf(spec, taskId)
    const lists = await Promise.all(own.map(({ specId, id }) => checks.list(specId, id)))
    return lists.flat()
  }

  return {
    treeOf,
    recordsOf,
    async snapshot(plan, taskId) {
      const head = await git.head()
      const names = promisedFiles(nodeOf(plan.spec, taskId))
      // Without promised files there is nothing to compare with at the end.
      if (names.length === 0) return { head }
      return { head, tree: await treeOf(plan, taskId) }
    },
    async missing(plan, taskId) {
      const records = await recordsOf(plan, taskId)
      if (records.length === 0) return missingProof(plan.spec, taskId, records, undefined)
      return missingProof(plan.spec, taskId, records, await treeOf(plan, taskId))
    },
    async doubts(plan, taskId) {
      const before = plan.running.tasks[taskId]?.tree
      if (before === undefined) return []
      const node = nodeOf(plan.spec, taskId)
      const found = promisedButUntouched({ id: taskId, node }, before, await treeOf(plan, taskId))
      return found === undefined ? [] : [found]
    },
  }
}
