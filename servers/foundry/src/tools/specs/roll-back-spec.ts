import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { diffSpecs } from '../../spec/diff-specs.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { withMetadata, withNodes } from '../../spec/with-node.ts'
import { proseArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { withLine } from '../with-line.ts'

const input = z.object({
  spec_id: z.string().min(1).max(128),
  to: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe('As spec_history lists it'),
  reason: proseArgument.describe('Why, for the journal'),
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  version: z.string(),
  rolled_back_to: z.string(),
  replaced: z.string().describe('Roll back to it to undo this'),
})

/** Creates the tool that makes an earlier version of a spec the current one. */
export const rollBackSpec = (foundry: Foundry) =>
  defineTool({
    name: 'roll_back_spec',
    summary: 'Make an earlier version of a spec current again; journal, comments and history stay.',
    description: 'It also mends a file that cannot be read. Tasks that are held stay held.',
    input,
    output,
    effect: 'destroy',
    consent: 'ROLL_BACK_SPEC',
    codes: [...writeCodes, 'VERSION_NOT_FOUND'],
    scopes: [scopes.maintain],
    cli: { positionals: ['spec_id', 'to'] },
    prepare: ({ spec_id, to }, call) =>
      guard(call, async () => ({ question: await questionFor(foundry, spec_id, to) })),
    run: ({ spec_id, to, reason, version: expected }, call) =>
      guard(call, async () => {
        const author = foundry.workerOf(call)
        const replaced = await currentOf(foundry, spec_id, to)
        const rolled = await foundry.plans.rollBack(
          spec_id,
          to,
          (past, current) =>
            withLine(foundry, withWordsOf(past, current), {
              entry_type: 'deviation',
              title: `Rolled back to version ${to}`,
              content: reason,
              author,
              metadata: { from: replaced, to },
            }),
          { version: expected ?? replaced },
        )
        return ok({ spec_id, version: rolled.version, rolled_back_to: to, replaced })
      }),
  })

/** What was said stays said, in the journal and in comments, if the current file can be read. */
function withWordsOf(past: Spec, current: Spec | undefined): Spec {
  if (current === undefined) return past
  const commented: Record<string, SpecNode> = {}
  for (const [id, node] of Object.entries(past.hierarchy)) {
    const comments = current.hierarchy[id]?.metadata.comments
    if (comments !== undefined) commented[id] = withMetadata(node, { comments })
  }
  return withNodes({ ...past, journal: current.journal ?? past.journal ?? [] }, commented)
}

async function questionFor(foundry: Foundry, specId: string, to: string): Promise<string> {
  const current = await currentOf(foundry, specId, to)
  const past = await foundry.plans.readVersion(specId, to)
  const now = await readIfUsable(foundry, specId, current)
  if (now === undefined) return `Replace the unreadable file of '${specId}' by version ${to}?`
  const changes = diffSpecs(now, past).filter(({ path }) => !/^journal\.|\.comments$/.test(path))
  return `Roll '${specId}' back to version ${to}? Differences: ${changes.length}.`
}

async function currentOf({ plans }: Foundry, specId: string, to: string): Promise<string> {
  const { version } = await plans.history(specId)
  if (version === to) throw isCurrent(specId, to)
  return version
}

async function readIfUsable({ plans }: Foundry, specId: string, version: string) {
  try {
    return await plans.readVersion(specId, version)
  } catch (thrown) {
    if (thrown instanceof FoundryError && thrown.code === 'INVALID_SPEC') return undefined
    throw thrown
  }
}

const isCurrent = (specId: string, to: string) =>
  new FoundryError('CONFLICT', `Version ${to} of '${specId}' is current already.`, {
    path: 'to',
    hint: 'Call spec_history for the earlier versions.',
  })
