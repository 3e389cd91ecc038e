import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Finding } from '../../findings/finding.ts'
import type { LocatedSpec } from '../../store/create-spec-folder.ts'
import { readSpec } from '../../validate/read-spec.ts'
import { validateSpec as findingsOf } from '../../validate/validate-spec.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const severities = ['error', 'warning', 'info'] as const

const input = z.object({
  spec_id: specArgument,
  severity: z.enum(severities).optional().describe('Only findings of this one'),
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

const Found = z.object({
  code: z.string(),
  severity: z.enum(severities),
  path: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  fixable: z.boolean().optional().describe('True if fix_spec can mend it'),
})

const output = z.object({
  spec_id: z.string(),
  version: z.string(),
  is_valid: z.boolean().describe('False if there is an error'),
  errors: z.int(),
  warnings: z.int(),
  infos: z.int(),
  findings: z.array(Found),
})

/** Creates the tool that says everything that is wrong with a spec. */
export const validateSpec = (foundry: Foundry) => {
  const pageOf = createIdPager<Numbered>('validate_spec', ({ at }) => String(at))
  return defineTool({
    name: 'validate_spec',
    summary: 'Say all that is wrong with a spec, each with path and hint; fix_spec mends some.',
    input,
    output,
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    rest: { method: 'GET', path: '/specs/:spec_id/findings' },
    cli: { positionals: ['spec_id'] },
    fidelity: {
      items: [
        {
          path: 'findings',
          id: ({ code, path }) => `${code} ${path}`,
          priority: ({ severity }) => -severities.indexOf(severity),
        },
      ],
    },
    run: ({ spec_id: named, severity, limit, cursor }, call) =>
      guard(call, async () => {
        // A spec that is named need not be readable.
        const spec_id = named ?? (await findPlan(foundry, {})).spec_id
        const file = await foundry.plans.readText(spec_id)
        const all = findingsIn(file)
        const count = (wanted: string) => all.filter((one) => one.severity === wanted).length
        const errors = count('error')
        const numbered = all.map((finding, at) => ({ at, finding }))
        const wanted = numbered.filter(
          ({ finding }) => severity === undefined || finding.severity === severity,
        )
        const { version } = file
        const { items, notes } = await pageOf(wanted, { limit, cursor, spec_id, version, severity })
        return ok(
          {
            spec_id,
            version,
            is_valid: errors === 0,
            errors,
            warnings: count('warning'),
            infos: count('info'),
            findings: items.map(({ finding }) => finding),
          },
          notes,
        )
      }),
  })
}

/** Two findings may have the same code and path; the version of a cursor is that of the file. */
interface Numbered {
  readonly at: number
  readonly finding: Finding
}

function findingsIn({ text, stage }: LocatedSpec): readonly Finding[] {
  const read = readSpec(text)
  return read.ok ? findingsOf(read.spec, { folder: stage }) : read.findings
}
