import * as z from 'zod'
import { imageArgument } from '../calls/arguments.ts'

const unitsMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * Keeps what belongs to one image. It is not called image_id, so that looking at a transcript does
 * not add to it.
 */
export const imageFilter = imageArgument.optional().describe('Only of this image')

/** A session, as its transcripts are named. */
export const sessionArgument = z
  .string()
  .min(1)
  .max(200)
  .describe("The session's name, as 'session-log list' shows it")

/** Keeps what is not older. */
export const sinceFilter = z
  .string()
  .max(40)
  .refine(
    (text) => !Number.isNaN(toTime(text, new Date())),
    'Give a time such as 2026-01-31 or 2026-01-31T12:00:00Z, or how long ago: 30m, 24h, 7d or 2w.',
  )
  .optional()
  .describe('Not older than a time, such as 2026-01-31, or than 30m, 24h, 7d or 2w')

/** The time that is meant, in milliseconds; all times are after none. */
export function toTime(text: string | undefined, now: Date): number {
  if (text === undefined) return -Infinity
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  return count === undefined
    ? Date.parse(text)
    : now.getTime() - Number(count) * (unitsMs[unit] ?? 0)
}
