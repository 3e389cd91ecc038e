import { failure, rejection } from 'toolaccord'
import type * as z from 'zod'
import { toReports } from '../../findings/to-reports.ts'
import { isLargerThan } from '../../json/is-larger-than.ts'
import type { SchemaVersion } from '../../model/index.ts'
import { notesOf } from '../read-version.ts'

/** The codes of every tool that takes a datachain. */
export const documentCodes = ['parse_error', 'payload_too_large'] as const

/** Bytes of JSON that a datachain may have, and that a resolved one may have. */
export const [mostBytes, mostResolvedBytes] = [65_536, 524_288]

const mostProblems = 200

/**
 * A document of a caller in the form that a schema gives it; throws the failure to answer with:
 * hard where it is too large, soft where its form is wrong.
 */
export function readDocument<Schema extends z.ZodType>(
  value: object,
  schema: Schema,
  most: number,
  version: SchemaVersion,
): z.infer<Schema> {
  const notes = notesOf(version)
  if (isLargerThan(value, most)) {
    const message = `The datachain has more than ${most} bytes of JSON.`
    throw failure('payload_too_large', {
      message,
      path: 'datachain',
      hint: 'Shorten it, or split it into linked datachains.',
      notes,
    })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first, ...others] = toReports(parsed.error).slice(0, mostProblems)
  throw rejection(
    [
      { code: 'parse_error', ...first },
      ...others.map((report) => ({ code: 'parse_error', ...report }) as const),
    ],
    { notes },
  )
}
