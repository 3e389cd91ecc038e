import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec } from '../../spec/spec.ts'
import { withNode } from '../../spec/with-node.ts'
import { proseArgument, specArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const sentences = z.array(proseArgument).max(50).nullish()
const level = z.enum(['low', 'medium', 'high']).optional()

const input = z.object({
  spec_id: specArgument,
  title: z.string().trim().min(1).max(200).optional(),
  mission: proseArgument.optional().describe('What will be better when it is done'),
  description: proseArgument.nullish().describe('Here and below: null removes'),
  objectives: sentences,
  success_criteria: sentences,
  constraints: sentences,
  assumptions: sentences,
  open_questions: sentences,
  risks: z
    .array(
      z.object({
        description: proseArgument,
        likelihood: level,
        impact: level,
        mitigation: proseArgument.optional(),
      }),
    )
    .max(50)
    .nullish(),
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  changed: z.array(z.string()),
  version: z.string(),
})

/** Creates the tool that changes what a spec says about itself. */
export const updateSpec = (foundry: Foundry) =>
  defineTool({
    name: 'update_spec',
    summary: 'Change the title, mission, criteria, constraints, risks or questions of a spec.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'MISSING_REQUIRED'],
    scopes: [scopes.maintain],
    rest: { method: 'PATCH', path: '/specs/:spec_id' },
    cli: { positionals: ['spec_id'], files: { risks: JSON.parse } },
    run: ({ spec_id: named, version: expected, ...wanted }, call) =>
      guard(call, async () => {
        const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
        if (given.length === 0) throw nothingGiven()
        const { spec_id } = await findPlan(foundry, { spec_id: named })
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          ({ spec }) => {
            const changes = given.filter(([name, value]) => !isSame(valueOf(spec, name), value))
            if (changes.length === 0) return { answer: [] }
            return { spec: withMembers(spec, changes), answer: changes.map(([name]) => name) }
          },
          { version: expected },
        )
        if (answer.length === 0) call.warn('NOTHING_TO_DO', 'It says all of that already.')
        return ok({ spec_id, changed: [...answer], version })
      }),
  })

const valueOf = ({ title, metadata }: Spec, name: string): unknown =>
  name === 'title' ? title : (metadata?.[name] ?? null)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Null removes a member. The title is that of the root too. */
function withMembers(spec: Spec, changes: readonly (readonly [string, unknown])[]): Spec {
  const { title, ...members } = Object.fromEntries(changes)
  const entries = Object.entries({ ...spec.metadata, ...members })
  const metadata = Object.fromEntries(entries.filter(([, value]) => value !== null))
  const changed = Object.keys(members).length === 0 ? spec : { ...spec, metadata }
  if (typeof title !== 'string') return changed
  return withNode({ ...changed, title }, rootId, (root) => ({ ...root, title }))
}

const nothingGiven = () =>
  new FoundryError('MISSING_REQUIRED', 'What is to be changed is not said.', {
    path: 'title',
    hint: 'Give at least one member, such as title, mission or success_criteria.',
  })
