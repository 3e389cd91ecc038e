import { failure } from 'toolaccord'
import type * as z from 'zod'
import { validateDatachain } from '../../datachains/validate-datachain.ts'
import { validateSalvaged } from '../../datachains/validate-salvaged.ts'
import type { Finding } from '../../findings/finding.ts'
import { toReports } from '../../findings/to-reports.ts'
import { isLargerThan } from '../../json/is-larger-than.ts'
import { Datachain, ResolvedDatachain, type SchemaVersion } from '../../model/index.ts'
import { toJsonSchema } from '../../model/to-json-schema.ts'
import { notesOf } from '../read-version.ts'
import { type Judged, judge } from './judge.ts'

/** The codes of every tool that takes a datachain. */
export const documentCodes = ['parse_error', 'payload_too_large'] as const

/** The most bytes of JSON in a datachain. */
const mostBytes = 65_536

/** The most bytes of JSON in a resolved datachain. */
export const mostResolvedBytes = 524_288

/**
 * Reads a valid datachain, with the advice for it. Throws the failure to answer with: hard if it is
 * too large, soft if something is wrong with it. The failure then names every fault of its form,
 * and of its content as far as that can be read.
 */
export function readDatachain(
  value: object,
  version: SchemaVersion,
): Judged & { readonly datachain: Datachain } {
  refuseLarge(value, mostBytes, version)
  const { data, faults } = parse(value, Datachain)
  const findings =
    data === undefined ? validateSalvaged(value, version) : validateDatachain(data, version)
  const judged = judge([...faults, ...findings], version)
  // The cast holds because the line above throws if the form is wrong.
  return { datachain: data as Datachain, ...judged }
}

/** Reads a resolved datachain. Throws the failure to answer with, as `readDatachain` does. */
export function readResolved(value: object, version: SchemaVersion): ResolvedDatachain {
  refuseLarge(value, mostResolvedBytes, version)
  const { data, faults } = parse(value, ResolvedDatachain)
  judge(faults, version)
  // The cast holds because the line above throws if the form is wrong.
  return data as ResolvedDatachain
}

function refuseLarge(value: object, most: number, version: SchemaVersion): void {
  if (!isLargerThan(value, most)) return
  throw failure('payload_too_large', {
    message: `The datachain has more than ${most} bytes of JSON.`,
    path: 'datachain',
    hint: 'Shorten it, or split it into linked datachains.',
    notes: notesOf(version),
  })
}

function parse<Schema extends z.ZodType>(
  value: object,
  schema: Schema,
): { readonly data?: z.infer<Schema>; readonly faults: readonly Finding[] } {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { data: parsed.data, faults: [] }
  const reports = toReports(parsed.error, { value, schema: toJsonSchema(schema) })
  const faults = reports.map((one) => ({ code: 'parse_error', severity: 'error', ...one }) as const)
  return { faults }
}
