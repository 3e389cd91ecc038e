import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { Finding } from '../../findings/finding.ts'
import type { LocatedSpec } from '../../store/create-spec-folder.ts'
import { type FixRequest, type RefusedFix, fixSpec as mendSpec } from '../../validate/fix-spec.ts'
import { type ReadSpec, readSpec } from '../../validate/read-spec.ts'
import { specArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { withLine } from '../with-line.ts'

const Place = z.object({ code: z.string().max(64), path: z.string().max(512) })

const input = z.object({
  spec_id: specArgument,
  findings: z
    .array(Place)
    .min(1)
    .max(200)
    .optional()
    .describe('As validate_spec gives them; default: all that are fixable'),
  apply: z.boolean().default(false).describe('False shows what would be mended'),
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  applied: z.boolean(),
  total: z.int().describe('How many are mended'),
  fixed: z.array(Place).describe('The first of them'),
  refused: z.array(Place.extend({ reason: z.string() })),
  version: z.string(),
})

/** Creates the tool that mends findings. */
export const fixSpec = (foundry: Foundry) =>
  defineTool({
    name: 'fix_spec',
    summary: 'Mend findings of validate_spec that need no choice; shows them until apply: true.',
    input,
    output,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.maintain],
    cli: { positionals: ['spec_id'], files: { findings: JSON.parse } },
    run: ({ spec_id: named, findings, apply, version: expected }, call) =>
      guard(call, async () => {
        const spec_id = named ?? (await findPlan(foundry, {})).spec_id
        const author = foundry.workerOf(call)
        const { answer, version } = await foundry.plans.mend(
          spec_id,
          (file) => {
            const mended = mend(file, findings)
            if (!apply || mended.fixed.length === 0) return { answer: mended }
            const { before, after, fixed } = mended
            const spec = withLine(foundry, after, {
              entry_type: 'note',
              title: `Findings mended: ${fixed.length}`,
              content: fixed.slice(0, shown).map(toText).join('\n'),
              author,
            })
            return { repair: { before, after: spec }, answer: mended }
          },
          { version: expected },
        )
        const { fixed, refused } = answer
        return ok({
          spec_id,
          applied: apply && fixed.length > 0,
          total: fixed.length,
          fixed: fixed
            .slice(0, apply ? shownAfter : shown)
            .map(({ code, path }) => ({ code, path })),
          refused: [...refused],
          version,
        })
      }),
  })

/** How many findings an answer names, before and after they are mended. */
const shown = 50
const shownAfter = 3

interface Mended {
  readonly before: unknown
  readonly after: Parameters<typeof mendSpec>[0]
  readonly fixed: readonly Finding[]
  readonly refused: readonly RefusedFix[]
}

function mend({ text, stage }: LocatedSpec, wanted: readonly FixRequest[] | undefined): Mended {
  const read = readSpec(text)
  if (!read.ok) return mendFile(read, wanted)
  const {
    spec: after,
    applied: fixed,
    refused,
  } = mendSpec(read.spec, wanted ?? 'all', {
    folder: stage,
  })
  return { before: read.spec, after, fixed, refused }
}

/** A file that cannot be worked with is mended whole, or not at all. */
function mendFile(
  { findings, repair }: ReadSpec & { readonly ok: false },
  wanted: readonly FixRequest[] | undefined,
): Mended {
  if (repair === undefined) throw beyondMending(findings)
  const asked = new Set(wanted?.map(({ code, path }) => `${code} ${path}`))
  const isWhole = findings.every(({ code, path }) => asked.has(`${code} ${path}`))
  if (wanted !== undefined && !isWhole) throw onlyWhole(findings)
  return { ...repair, fixed: findings, refused: [] }
}

const toText = ({ code, path }: Finding): string => (path === '' ? code : `${code} at ${path}`)

const beyondMending = (findings: readonly Finding[]) =>
  new FoundryError('INVALID_SPEC', `The file cannot be mended: ${findings[0]?.message}`, {
    path: 'spec_id',
    hint: 'Mend the file by hand, or go back to a version of spec_history with roll_back_spec.',
    details: { findings: findings.slice(0, 20) },
  })

const onlyWhole = (findings: readonly Finding[]) =>
  new FoundryError('INVALID_SPEC', 'The file cannot be read until all of its faults are mended.', {
    path: 'findings',
    hint: 'Leave findings out.',
    details: { findings: findings.slice(0, 20) },
  })
