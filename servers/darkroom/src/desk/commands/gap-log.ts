import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { guard } from '../../calls/guard.ts'
import { Gap, clearGaps, readGaps } from '../../context/gaps.ts'
import type { Workspaces } from '../../workspace/create-workspaces.ts'
import type { Desk } from '../desk.ts'
import { imageFilter, sinceFilter } from '../filters.ts'
import { gather } from '../gather.ts'
import { openImages } from '../open-images.ts'
import { rankGaps } from '../rank-gaps.ts'

const filter = {
  image: imageFilter,
  since: sinceFilter,
  module: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('Only those that involve this operation of darktable'),
}
type Filter = z.output<z.ZodObject<typeof filter>>

/** More than anybody writes down about one image. */
const most = 10_000

/** Finds the gaps that match a filter, the newest first. */
async function findGaps(
  workspaces: Workspaces,
  { image, since, module }: Filter,
  now: Date,
): Promise<readonly Gap[]> {
  const gaps = await gather({
    workspaces,
    image,
    since,
    now,
    read: (workspace) => readGaps(workspace, most),
    timeOf: ({ timestamp }) => timestamp,
  })
  return gaps.filter(
    ({ operations_involved }) => module === undefined || operations_involved.includes(module),
  )
}

/** Creates the command that lists gaps. */
export const gapLogList = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'gap_log_list',
    summary: 'List the gaps of the vocabulary, the newest first.',
    input: z.object(filter),
    output: z.array(
      Gap.pick({ timestamp: true, image_id: true, intent_category: true, description: true }),
    ),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { group: 'gap-log' },
    run: (asked, call) =>
      guard(call, async () => {
        const gaps = await findGaps(workspaces, asked, now())
        return ok(
          gaps.map(({ timestamp, image_id, intent_category, description }) => ({
            timestamp,
            image_id,
            intent_category,
            description,
          })),
        )
      }),
  })

/** Creates the command that shows the gaps of an image. */
export const gapLogShow = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'gap_log_show',
    summary: 'Show everything about the gaps of one image.',
    input: z.object({ ...filter, image: imageFilter.unwrap() }),
    output: z.array(Gap),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { group: 'gap-log', positionals: ['image'] },
    run: (asked, call) =>
      guard(call, async () => ok([...(await findGaps(workspaces, asked, now()))])),
  })

/** Creates the command that ranks gaps. */
export const gapLogRank = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'gap_log_rank',
    summary: 'Rank the gaps by how often they were wanted.',
    input: z.object({
      ...filter,
      top: z.int().min(1).max(1000).default(20).describe('The most gaps'),
    }),
    output: z.array(
      z.object({
        capability: z.string(),
        count: z.int(),
        images: z.int(),
        satisfaction: z.number().nullable().describe('The mean, from -1 to 1'),
        last_wanted: z.string(),
      }),
    ),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { group: 'gap-log' },
    run: ({ top, ...asked }, call) =>
      guard(call, async () => {
        const gaps = await findGaps(workspaces, asked, now())
        return ok(rankGaps(gaps).slice(0, top))
      }),
  })

/** Creates the command that removes gaps. */
export const gapLogClear = ({ workspaces }: Desk) =>
  defineTool({
    name: 'gap_log_clear',
    summary: 'Remove the gaps of one image, or of all.',
    input: z.object({ image: imageFilter }),
    output: z.object({ cleared: z.int().describe('How many were removed') }),
    effect: 'destroy',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { group: 'gap-log' },
    run: ({ image }, call) =>
      guard(call, async () => {
        const opened = await openImages(workspaces, image)
        const counts = await Promise.all(
          opened.map((workspace) => clearGaps(workspace, workspaces, most)),
        )
        return ok({ cleared: counts.reduce((sum, count) => sum + count, 0) })
      }),
  })
