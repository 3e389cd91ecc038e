import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const Version = z.object({
  version: z.string(),
  replaced_at: z.string().optional().describe('Absent for the current one'),
})

const input = z.object({
  spec_id: specArgument,
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

/** Creates the tool that lists the versions of a spec. */
export const specHistory = (foundry: Foundry) => {
  const pageOf = createIdPager<z.infer<typeof Version>>(
    'spec_history',
    // A text may come back, and has the version that it had.
    ({ version, replaced_at = 'now' }) => `${replaced_at} ${version}`,
  )
  return defineTool({
    name: 'spec_history',
    summary: 'List the versions of a spec, the current one first; diff_spec compares two of them.',
    input,
    output: z.object({ spec_id: z.string(), versions: z.array(Version) }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    rest: { method: 'GET', path: '/specs/:spec_id/versions' },
    cli: { positionals: ['spec_id'] },
    fidelity: { items: [{ path: 'versions', id: 'version' }] },
    run: ({ spec_id: named, limit, cursor }, call) =>
      guard(call, async () => {
        // A spec that is named need not be readable.
        const spec_id = named ?? (await findPlan(foundry, {})).spec_id
        const { version, past } = await foundry.plans.history(spec_id)
        const all = [{ version }, ...past]
        const { items, notes } = await pageOf(all, { limit, cursor, spec_id })
        return ok({ spec_id, versions: [...items] }, notes)
      }),
  })
}
