import * as z from 'zod'
import { imageArgument } from '../calls/arguments.ts'

const unitsMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * The argument that keeps what belongs to one image. It is not named image_id, so that reading a
 * transcript does not add to it.
 */
export const imageFilter = imageArgument.optional().describe('Only of this image')

/** The argument that names a session. */
export const sessionArgument = z
  .string()
  .min(1)
  .max(200)
  .describe("The session's name, as 'session-log list' shows it")

/** The argument that keeps what is not older than a time. */
export const sinceFilter = z
  .string()
  .max(40)
  .refine(
    (text) => !Number.isNaN(toTime(text, new Date())),
    'Give a time such as 2026-01-31 or 2026-01-31T12:00:00Z, or how long ago: 30m, 24h, 7d or 2w.',
  )
  .optional()
  .describe('Not older than a time, such as 2026-01-31, or an age, such as 30m, 24h, 7d or 2w')

/** Converts a time or an age to milliseconds; every time is later than undefined. */
export function toTime(text: string | undefined, now: Date): number {
  if (text === undefined) return -Infinity
  const groups = /^(?<count>\d{1,6})(?<unit>[mhdw])$/.exec(text)?.groups
  if (groups === undefined) return Date.parse(text)
  return now.getTime() - Number(groups.count) * (unitsMs[groups.unit ?? ''] ?? 0)
}
