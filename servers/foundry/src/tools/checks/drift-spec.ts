import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { promisedFiles } from '../../proof/checks/promised-files.ts'
import { hashFiles } from '../../proof/files/hash-files.ts'
import { drift } from '../../proof/reports/drift.ts'
import type { Spec } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const changed = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  modified: z.array(z.string()),
})

const output = z.object({
  spec_id: z.string(),
  clean: z.boolean().describe('True if nothing drifted'),
  changed_after_completion: z.array(z.object({ task: z.string(), run: z.string(), changed })),
  gone: z.array(z.object({ task: z.string(), path: z.string() })),
  unnamed: z.array(z.string()).describe('Changed files that no task names'),
  not_comparable: z.array(z.string()).describe('Completed tasks without a proof'),
})

/** Creates the tool that finds where code and plan went apart. */
export const driftSpec = (foundry: Foundry) =>
  defineTool({
    name: 'drift',
    summary: 'Find completed tasks whose files changed since, and changes that no task names.',
    input: z.object({
      spec_id: specArgument,
      check: z.boolean().default(false).describe('Fails if something drifted, for CI'),
    }),
    output,
    effect: 'read',
    codes: [...readCodes, 'DRIFTED'],
    scopes: [scopes.read],
    cli: { positionals: ['spec_id'] },
    run: ({ spec_id: named, check }, call) =>
      guard(call, async () => {
        const { spec, spec_id } = await findPlan(foundry, { spec_id: named })
        const { git, folder: specsFolder, plans } = foundry
        const records = await foundry.checks.listAll(spec.spec_id)
        const tree = await hashFiles(plans.folders.root, filesOfCompleted(spec), {
          specsFolder,
          listTracked: () => git.listFiles(),
        })
        const files = (await git.listFiles()) ?? []
        const found = drift(spec, records, tree, {
          files,
          changed: await changedSinceStart(foundry, spec),
          specsFolder,
        })
        const data = output.parse({
          spec_id,
          clean: found.clean,
          changed_after_completion: found.changed_after_completion.items,
          gone: found.gone.items,
          unnamed: found.unnamed.items,
          not_comparable: found.not_comparable.items,
        })
        if (found.clean || !check) return ok(data)
        return call.reject([{ code: 'DRIFTED', message: 'Code and plan went apart.' }], { data })
      }),
  })

const filesOfCompleted = ({ hierarchy }: Spec): readonly string[] =>
  Object.values(hierarchy)
    .filter((node) => node.type !== 'verify' && stateOf(node) === 'completed')
    .flatMap(promisedFiles)

/** Files that commits since the plan have changed, or nobody has committed; none without git. */
async function changedSinceStart({ git }: Foundry, spec: Spec): Promise<readonly string[]> {
  const commits = (await git.commitsFor({ since: spec.generated })) ?? []
  const head = await git.head()
  const open = head === undefined ? [] : await git.filesChangedSince(head)
  return [...new Set([...commits.flatMap(({ files }) => files), ...(open ?? [])])]
}
