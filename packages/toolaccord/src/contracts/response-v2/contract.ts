import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'
import { type Codebook, kindInCodebook, kindOf } from '../../outcome/codebook.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Kind, isKind, kinds } from '../../outcome/kinds.ts'
import {
  type Failure,
  type Notes,
  type Outcome,
  type Problem,
  hasNext,
  ok,
} from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { defineContract, kindBeside } from '../contract/contract.ts'
import { withNextMembers } from '../contract/next-members.ts'
import { problemsOr, readArray, readRecord, readString } from '../contract/read.ts'
import {
  responseV2Codes,
  responseV2DataMembers,
  responseV2Framework,
  responseV2ReasonDetails,
} from './codes.ts'
import { fromResponseV2Meta, responseV2Version, toResponseV2Meta } from './meta.ts'
import { responseV2LeanSchema, responseV2Schema } from './schema.ts'

/** The property of `data` for partial data that cannot be beside the error. */
const partialMember = 'partial_data'

/** The properties of `data` that the dialect writes itself on failure. */
export const errorMembers: readonly string[] = [
  'error_code',
  'error_type',
  'remediation',
  'details',
  'errors',
  partialMember,
]

const noMembers: readonly string[] = []
const membersByCode: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(responseV2DataMembers),
)

/** The response-v2 dialect: `success`, `data`, `error` and `meta`, always all four. */
export const responseV2Contract = defineContract({
  name: 'response-v2',
  codes: responseV2Codes,
  spelling: 'SCREAMING_SNAKE_CASE',
  framework: responseV2Framework,
  reasonDetails: responseV2ReasonDetails,
  isTimed: true,
  textNotes: ['requestId', 'message', 'instruction', 'version', 'contentHash', 'timing'],
  ownDetails: ['field'],
  ownHints: Object.values(kinds).map(({ retry }) => retry),
  toText,
  schema: responseV2Schema,
  leanSchema: responseV2LeanSchema,

  toBody(outcome, codes) {
    const meta = toMeta(outcome)
    if (outcome.ok) {
      const { data, shape } = wrap(outcome.data)
      return { body: { success: true, data, error: null, meta }, shape }
    }
    const data = toErrorData(outcome, codes)
    return { body: { success: false, data, error: outcome.problems[0].message, meta } }
  },

  fromBody(body, codes, shape): Outcome {
    const meta = readRecord(body.meta) ?? {}
    const data = readRecord(body.data) ?? {}
    const notes = fromResponseV2Meta(meta)
    if (body.success === true) return withNextMembers(ok(unwrap(data, shape), notes), meta.next)
    const problems = fromErrorData(data, readString(body.error) ?? '', codes)
    const partial = fromPartial(data, problems[0])
    const failed = toFailure(problems, { data: partial, notes }, meta.soft === true)
    return withNextMembers(failed, meta.next)
  },

  is(value: unknown): value is Envelope {
    if (!isRecord(value) || !isRecord(value.data) || !isRecord(value.meta)) return false
    if (value.meta.version !== responseV2Version) return false
    if (value.success === true) return value.error === null
    return value.success === false && typeof value.error === 'string'
  },
})

/** Most answers have two notes, and writing the others takes most of the time of a small call. */
function toMeta(outcome: Outcome): Envelope {
  const isSoft = !outcome.ok && outcome.soft
  const isUsual = !isSoft && hasUsualNotesOnly(outcome.notes) && !hasNext(outcome)
  if (!isUsual) return toResponseV2Meta(outcome)
  const { requestId, timing } = outcome.notes
  if (timing === undefined) return { version: responseV2Version, request_id: requestId }
  return { version: responseV2Version, request_id: requestId, telemetry: timing }
}

function hasUsualNotesOnly(notes: Notes): boolean {
  for (const name in notes) {
    if (name === 'requestId' || name === 'timing') continue
    // The cast names the properties that the loop visits.
    if (notes[name as keyof Notes] !== undefined) return false
  }
  return Boolean(notes.requestId)
}

/** Strings that JSON writes as they are. */
const plainText = /^[\w.:-]*$/

/**
 * Writes an envelope as `JSON.stringify` does. What is around the data is nearly always the same,
 * and takes a third of the time of a small answer if it is written property by property.
 */
function toText(body: Envelope): string {
  const meta = toMetaText(body.meta)
  if (meta === undefined) return JSON.stringify(body)
  const data = JSON.stringify(body.data)
  if (body.success === true) return `{"success":true,"data":${data},"error":null,"meta":${meta}}`
  return `{"success":false,"data":${data},"error":${JSON.stringify(body.error)},"meta":${meta}}`
}

/** The usual `meta`: its version, an id, and how long the tool ran; undefined for any other. */
function toMetaText(meta: unknown): string | undefined {
  if (!isRecord(meta)) return undefined
  for (const name in meta)
    if (name !== 'version' && name !== 'request_id' && name !== 'telemetry') return undefined
  const { request_id: id, telemetry } = meta
  if (typeof id !== 'string' || !plainText.test(id)) return undefined
  const start = `{"version":"${responseV2Version}","request_id":"${id}"`
  if (telemetry === undefined) return `${start}}`
  if (!isRecord(telemetry)) return undefined
  for (const name in telemetry) if (name !== 'duration_ms') return undefined
  const { duration_ms: duration } = telemetry
  if (!Number.isSafeInteger(duration)) return undefined
  return `${start},"telemetry":{"duration_ms":${String(duration)}}}`
}

/** `data` is always an object: other payloads are under one key, and the shape says which. */
function wrap(data: unknown): { readonly data: Envelope; readonly shape?: string } {
  if (isRecord(data)) return { data }
  if (data === null || data === undefined) return { data: {}, shape: 'empty' }
  if (Array.isArray(data)) return { data: { items: data }, shape: 'items' }
  return { data: { value: data }, shape: 'value' }
}

function unwrap(data: Envelope, shape: string | undefined): unknown {
  if (shape === 'empty') return null
  if (shape === 'items' || shape === 'value') return data[shape]
  return data
}

function toErrorData({ problems, data }: Failure, codes: Codebook): Envelope {
  const error = toError(problems[0], codes, kinds[kindOf(codes, problems[0])].retry)
  if (problems.length === 1 && data === undefined) return error
  const partial = toPartial(data, error)
  if (problems.length === 1) return { ...partial, ...error }
  const errors = problems.map((one) => ({ message: one.message, ...toError(one, codes) }))
  return { ...partial, ...error, errors }
}

/** Partial data is beside the error, or in one property if a name of it means something there. */
function toPartial(data: unknown, error: Envelope): Envelope {
  if (data === undefined) return {}
  const isBeside = isRecord(data) && !Object.keys(data).some((name) => isTaken(name, error))
  return isBeside ? data : { [partialMember]: data }
}

const isTaken = (name: string, error: Envelope): boolean =>
  errorMembers.includes(name) || Object.hasOwn(error, name)

function fromPartial(data: Envelope, { code }: Problem): unknown {
  if (Object.hasOwn(data, partialMember)) return data[partialMember]
  return compactUnlessEmpty(without(data, [...errorMembers, ...dataMembersOf(code)]))
}

/** Returns the names of the details that a code has in `data` itself. */
const dataMembersOf = (code: string): readonly string[] => membersByCode.get(code) ?? noMembers

/** `advice` is what a problem without a hint says. */
function toError(problem: Problem, codes: Codebook, advice?: string): Envelope {
  const { code, hint, details } = problem
  const inData = dataMembersOf(code)
  const isUsual = inData.length === 0 || details === undefined
  // One literal: an object that is put together takes several times as long to write.
  const error = compact({
    error_code: code,
    error_type: kindOf(codes, problem),
    remediation: hint ?? advice,
    details: toDetails(problem, isUsual ? details : without(details, inData)),
  })
  return isUsual ? error : { ...only(details, inData), ...error }
}

function toDetails({ path }: Problem, details: Envelope | undefined): Envelope | undefined {
  if (path !== undefined) return compactUnlessEmpty({ field: path, ...details })
  return details && compactUnlessEmpty(details)
}

/** Returns the named properties of an object, as far as it has them. */
function only(object: Envelope, names: readonly string[]): Envelope {
  const found: Record<string, unknown> = {}
  for (const name of names) if (Object.hasOwn(object, name)) found[name] = object[name]
  return found
}

function fromErrorData(data: Envelope, message: string, codes: Codebook): Failure['problems'] {
  const errors = readArray(data.errors).filter(isRecord)
  const problems = errors.map((one) => fromError(one, readString(one.message) ?? '', codes))
  return problemsOr(problems, fromError(data, message, codes))
}

function fromError(error: Envelope, message: string, codes: Codebook): Problem {
  const code = readString(error.error_code) ?? 'INTERNAL_ERROR'
  const kind = isKind(error.error_type) ? kindBeside(codes, code, error.error_type) : undefined
  const details = { ...only(error, dataMembersOf(code)), ...readRecord(error.details) }
  const path = readString(details.field)
  const others = path === undefined ? details : without(details, ['field'])
  return compact({
    code,
    message,
    path,
    hint: readHint(error.remediation, kind ?? kindInCodebook(codes, code)),
    details: compactUnlessEmpty(others),
    kind,
  })
}

/** The advice that every problem of a kind has is the hint of none of them. */
function readHint(remediation: unknown, kind: Kind): string | undefined {
  return remediation === kinds[kind].retry ? undefined : readString(remediation)
}
