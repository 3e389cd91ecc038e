import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, proseArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { type Gap, recordGap } from '../../context/gaps.ts'

const names = z.array(z.string().min(1).max(128)).max(64).default([])

const input = z.object({
  image_id: imageArgument,
  description: proseArgument
    .trim()
    .min(1)
    .describe('What is missing')
    .meta({ examples: ['No graduated filter for colour.'] }),
  workaround: proseArgument.default('').describe('What was done instead'),
  intent: proseArgument.optional().describe('What it was for'),
  intent_category: z
    .string()
    .max(64)
    .default('uncategorized')
    .describe('Such as tone, wb, color, detail, local or composition'),
  missing_capability: z.string().max(200).optional().describe('The capability in a few words'),
  operations_involved: names.describe("darktable's operations"),
  vocabulary_used: names.describe('Entries that came near'),
  satisfaction: z.literal([-1, 0, 1]).optional().describe('With the workaround: -1, 0 or 1'),
  notes: proseArgument.default('').describe('More'),
})

/** Creates the tool that writes down a gap of the vocabulary. */
export const logVocabularyGap = ({ workspaces, sessionId, now }: Darkroom) =>
  defineTool({
    name: 'log_vocabulary_gap',
    summary: 'Write down something that was wanted and that no entry of the vocabulary does.',
    input,
    output: z.object({ path: z.string(), appended: z.literal(true), session_id: z.string() }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: {
      positionals: ['image_id'],
      flags: { operations_involved: 'operation', vocabulary_used: 'vocab-used' },
    },
    run: (
      { image_id, intent = null, missing_capability = null, satisfaction = null, ...gap },
      call,
    ) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const head = await workspace.repository.head()
        const record: Gap = {
          ...gap,
          timestamp: now().toISOString().replace(/\.\d+/, ''),
          image_id: workspace.id,
          session_id: sessionId,
          snapshot_hash: head?.hash ?? null,
          intent,
          missing_capability,
          satisfaction,
        }
        const path = await recordGap(workspace, workspaces, record)
        return ok({ path, appended: true, session_id: sessionId } as const)
      }),
  })
