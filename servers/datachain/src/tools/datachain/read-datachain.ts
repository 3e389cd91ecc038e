import { failure, rejection } from 'toolaccord'
import type * as z from 'zod'
import type { Report } from '../../findings/finding.ts'
import { toReports } from '../../findings/to-reports.ts'
import { isLargerThan } from '../../json/is-larger-than.ts'
import type { SchemaVersion } from '../../model/index.ts'
import { notesOf } from '../read-version.ts'

/** The codes of every tool that takes a datachain. */
export const documentCodes = ['parse_error', 'payload_too_large'] as const

/** The most bytes of JSON in a datachain. */
export const mostBytes = 65_536

/** The most bytes of JSON in a resolved datachain. */
export const mostResolvedBytes = 524_288

const mostProblems = 200

/**
 * Parses a caller's document. Throws the failure to answer with: hard if the document is too large,
 * soft if its form is wrong.
 */
export function readDocument<Schema extends z.ZodType>(
  value: object,
  schema: Schema,
  most: number,
  version: SchemaVersion,
): z.infer<Schema> {
  const notes = notesOf(version)
  if (isLargerThan(value, most)) {
    throw failure('payload_too_large', {
      message: `The datachain has more than ${most} bytes of JSON.`,
      path: 'datachain',
      hint: 'Shorten it, or split it into linked datachains.',
      notes,
    })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first, ...others] = toReports(parsed.error).slice(0, mostProblems)
  throw rejection([toProblem(first), ...others.map(toProblem)], { notes })
}

const toProblem = (report: Report | undefined) => ({ code: 'parse_error', ...report }) as const
