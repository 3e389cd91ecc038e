import { isAbsolute, join, relative } from 'node:path'
import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { ForeignPlan } from '../../plans/foreign-plan.ts'
import { type ImportedPlan, importPlan as importInto } from '../../plans/import/import-plan.ts'
import { findPlan as findForeignPlan } from '../../plans/in/find-plan.ts'
import type { Spec } from '../../spec/spec.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const kinds = [
  'task-master',
  'beads',
  'backlog',
  'spec-kit',
  'openspec',
  'kiro',
  'markdown',
  'github',
  'claude-code',
] as const

const input = z.object({
  path: z.string().min(1).max(1000).describe('A file or folder of the repository'),
  kind: z.enum(kinds).optional().describe('Default: found by names and content'),
  spec_id: z.string().min(1).max(128).optional().describe('Default: that of the last import'),
  apply: z.boolean().default(false).describe('False only says what would be done'),
})

const output = z.object({
  spec_id: z.string(),
  kind: z.string(),
  applied: z.boolean(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  kept: z.array(z.string()).describe('Changed here, so left as they are'),
  removed_in_source: z.array(z.string()).describe('They stay'),
  remarks: z.array(
    z.object({
      path: z.string(),
      line: z.int().optional(),
      message: z.string(),
      action: z.string(),
    }),
  ),
})

/** Creates the tool that takes over the plan of another program. */
export const importPlan = (foundry: Foundry) =>
  defineTool({
    name: 'import_plan',
    summary: 'Take over a plan of another tool; a dry run first, and a second import updates.',
    description:
      'Reads task-master, beads, Backlog.md, spec-kit, OpenSpec, Kiro, Markdown check lists, and ' +
      'the output of `gh issue list --json`. The source is never written.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'INVALID_PLAN', 'DUPLICATE_ENTRY', 'INVALID_FORMAT'],
    scopes: [scopes.maintain],
    cli: { positionals: ['path'] },
    fidelity: { items: [{ path: 'remarks', id: 'message' }] },
    run: ({ path, kind, spec_id: named, apply }, call) =>
      guard(call, async () => {
        const plan = await findForeignPlan(toOwnPath(foundry, path), { kind })
        const found = await findEarlier(foundry, plan, named)
        const spec_id = found?.spec_id ?? named ?? foundry.ids.specId(plan.title, foundry.now())
        const imported = await put(foundry, plan, { spec_id, existing: found?.spec, apply })
        if (!apply) sayHowToApply(call, path)
        return ok({ spec_id, kind: plan.kind, applied: apply, ...toCounts(imported) })
      }),
  })

/** Callers name files of the repository only; a person may name any. */
function toOwnPath({ plans }: Foundry, path: string): string {
  const { root } = plans.folders
  const full = isAbsolute(path) ? path : join(root, path)
  const within = relative(root, full)
  if (!within.startsWith('..') && !isAbsolute(within)) return full
  throw new FoundryError('VALIDATION_ERROR', 'The path leaves the repository.', {
    path: 'path',
    hint: 'Copy the plan into the repository, and name it from the root.',
  })
}

/** Finds the spec that the same source was imported into before. */
async function findEarlier({ plans }: Foundry, plan: ForeignPlan, named: string | undefined) {
  const { plans: all } = await plans.list()
  if (named !== undefined) return all.find(({ spec_id }) => spec_id === named)
  const fitting = all.filter(({ spec }) => spec.title === plan.title && isOf(spec, plan.kind))
  return fitting.length === 1 ? fitting[0] : undefined
}

const isOf = (spec: Spec, kind: string): boolean =>
  Object.values(spec.hierarchy).some(({ metadata: { external } }) => {
    const isObject = typeof external === 'object' && external !== null
    return isObject && 'kind' in external && external.kind === kind
  })

interface Target {
  readonly spec_id: string
  readonly existing: Spec | undefined
  readonly apply: boolean
}

async function put(
  { plans, ids, now }: Foundry,
  plan: ForeignPlan,
  { spec_id, existing, apply }: Target,
): Promise<ImportedPlan> {
  const options = { now: now().toISOString(), newId: () => ids.id().slice(0, 4), specId: spec_id }
  if (!apply) return importInto(plan, existing, options)
  if (existing === undefined) {
    const imported = importInto(plan, undefined, options)
    await plans.create(imported.spec, 'pending')
    return imported
  }
  const { answer } = await plans.edit(spec_id, ({ spec }) => {
    const imported = importInto(plan, spec, options)
    return { spec: imported.spec, answer: imported }
  })
  return answer
}

function toCounts(imported: ImportedPlan) {
  return {
    added: imported.added.length,
    updated: imported.updated.length,
    unchanged: imported.unchanged.length,
    kept: imported.kept.map(({ id, members }) => `${id}: ${members.join(', ')}`),
    removed_in_source: [...imported.removedInSource],
    remarks: [...imported.remarks],
  }
}

const sayHowToApply = (call: Pick<Call, 'instruct'>, path: string) =>
  call.instruct(`Nothing was changed. Call import_plan with path '${path}' and apply: true.`)
