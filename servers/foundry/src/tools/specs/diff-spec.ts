import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { type SpecChange, diffSpecs } from '../../spec/diff-specs.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const version = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .optional()

const input = z.object({
  spec_id: specArgument,
  from: version.describe('Default: the version before the current one'),
  to: version.describe('Default: the current one'),
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

const Change = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})

const output = z.object({
  spec_id: z.string(),
  from: z.string(),
  to: z.string(),
  changes: z.array(Change),
})

/** Creates the tool that compares two versions of a spec. */
export const diffSpec = (foundry: Foundry) => {
  // A line of the journal may be gone and another be in its place.
  const pageOf = createIdPager<SpecChange>('diff_spec', ({ kind, path }) => `${kind} ${path}`)
  return defineTool({
    name: 'diff_spec',
    summary: 'Show what differs between two versions of a spec, by node and member.',
    input,
    output,
    effect: 'read',
    codes: [...readCodes, 'VERSION_NOT_FOUND'],
    scopes: [scopes.read],
    cli: { positionals: ['spec_id', 'from', 'to'] },
    fidelity: { items: [{ path: 'changes', id: 'path' }] },
    run: ({ spec_id: named, limit, cursor, ...versions }, call) =>
      guard(call, async () => {
        const spec_id = named ?? (await findPlan(foundry, {})).spec_id
        const { version: current, past } = await foundry.plans.history(spec_id)
        const to = versions.to ?? current
        const from = versions.from ?? past[0]?.version
        if (from === undefined) throw noEarlierVersion(spec_id)
        const before = await foundry.plans.readVersion(spec_id, from)
        const after = await foundry.plans.readVersion(spec_id, to)
        const all = diffSpecs(before, after)
        const { items, notes } = await pageOf(all, { limit, cursor, spec_id, from, to })
        return ok({ spec_id, from, to, changes: items.map(toShown) }, notes)
      }),
  })
}

/** How many characters of a value are shown. */
const maxShown = 1000

function toShown({ path, kind, before, after }: SpecChange): z.infer<typeof Change> {
  return { path, kind, before: shorten(before), after: shorten(after) }
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= maxShown ? value : `${text.slice(0, maxShown)}…`
}

const noEarlierVersion = (specId: string) =>
  new FoundryError('VERSION_NOT_FOUND', `Spec '${specId}' has no earlier version.`, {
    path: 'from',
    hint: 'It was not changed here since it was made; git may know more.',
  })
