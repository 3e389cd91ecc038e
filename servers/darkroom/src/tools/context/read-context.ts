import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { Gap, readGaps } from '../../context/gaps.ts'
import { readMarkdown } from '../../context/markdown.ts'
import { readBrief } from '../../context/read-brief.ts'
import { readTastes } from '../../context/read-tastes.ts'
import { summariseNotes } from '../../context/summarise-notes.ts'

const recent = 10

const Context = z.object({
  tastes: z.object({
    default: z.string().describe('What the photographer likes in general'),
    genres: z
      .record(z.string(), z.string())
      .describe('By the genres of the brief; a genre has priority over the general tastes'),
    conflicts: z
      .array(z.object({ point: z.string(), files: z.array(z.string()) }))
      .describe('Lines that are in the files of several genres'),
  }),
  brief: z
    .object({ raw: z.string(), intent: z.string(), tastes: z.array(z.string()) })
    .describe('What is wanted of this image'),
  notes: z
    .object({ summary: z.string(), truncated: z.boolean() })
    .describe('What was learnt about this image'),
  recent_log: z.array(
    z.object({ timestamp: z.string(), op: z.string(), details: z.record(z.string(), z.unknown()) }),
  ),
  recent_gaps: z.array(Gap),
})

/** Creates the tool that reads the context of an image. */
export const readContext = ({ workspaces, tastesFolder }: Darkroom) =>
  defineTool({
    name: 'read_context',
    summary: "Read the photographer's tastes, and brief, notes and latest moves of an image.",
    input: z.object({ image_id: imageArgument }),
    output: Context,
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const brief = readBrief(await readMarkdown(join(workspace.folder, 'brief.md')))
        const [tastes, notes, entries, gaps] = await Promise.all([
          readTastes(tastesFolder, brief.tastes),
          readMarkdown(join(workspace.folder, 'notes.md')),
          workspace.repository.log(recent),
          readGaps(workspace, recent),
        ])
        return ok({
          tastes: {
            ...tastes,
            conflicts: tastes.conflicts.map(({ point, files }) => ({ point, files: [...files] })),
          },
          brief: { ...brief, tastes: [...brief.tastes] },
          notes: summariseNotes(notes),
          recent_log: entries.map(({ timestamp, op, hash, ref, label }) => ({
            timestamp,
            op,
            details: { hash, ref, label },
          })),
          recent_gaps: [...gaps],
        })
      }),
  })
