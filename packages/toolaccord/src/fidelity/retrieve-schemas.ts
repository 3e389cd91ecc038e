import type { JsonSchema } from '../schema/json-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { type OwnIssue, toOwnSchema } from '../schema/to-own-schema.ts'

/** The arguments of the tool that fetches the rest. */
export interface RetrieveInput {
  readonly hash: string
  /** Only these items. Default: all of the content. */
  readonly ids?: readonly string[] | undefined
  /** The first byte. Default: 0. */
  readonly start?: number | undefined
  /** The byte to stop before. Default: the end. */
  readonly end?: number | undefined
}

/** One piece of the content that is kept. */
export interface Retrieved {
  readonly hash: string
  readonly type: string
  readonly encoding: 'utf-8' | 'base64'
  readonly content: string
  readonly start: number
  readonly end: number
  readonly total: number
  readonly next_start: number | null
  readonly missing_ids?: readonly string[] | undefined
}

/** How many items can be fetched at a time. */
const maxIds = 100
const maxIdLength = 256

const offset = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    hash: {
      type: 'string',
      maxLength: 80,
      description:
        'From the next steps of the answer, or its content_archive_hashes: ' +
        'sha256: and 64 hex digits.',
    },
    ids: {
      type: 'array',
      items: { type: 'string', maxLength: maxIdLength },
      maxItems: maxIds,
      description: "Only these items; the hash is then that of 'items'.",
    },
    start: offset('The byte to begin with: next_start of the piece before.'),
    end: offset('The byte to stop before.'),
  },
  required: ['hash'],
  additionalProperties: false,
}

const count: JsonSchema = { type: 'integer' }
const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    type: { type: 'string', description: 'The media type of the content.' },
    encoding: {
      type: 'string',
      enum: ['utf-8', 'base64'],
      description: 'How to read content: as it is, or as base64 bytes.',
    },
    content: {
      type: 'string',
      description: 'The bytes from start to end. Pieces put together are the whole.',
    },
    start: count,
    end: count,
    total: { ...count, description: 'The bytes of the whole.' },
    next_start: {
      type: ['integer', 'null'],
      description: 'Where the next piece begins; null after the last.',
    },
    missing_ids: { type: 'array', items: { type: 'string' } },
  },
  required: ['hash', 'type', 'encoding', 'content', 'start', 'end', 'total', 'next_start'],
  additionalProperties: false,
}

/** The schema of the arguments of the tool that fetches the rest. */
export const retrieveInputSchema: Schema<RetrieveInput> = toOwnSchema(inputSchema, checkInput)

/** The schema of its data. The tool alone makes it, so there is nothing to check. */
export const retrieveOutputSchema: Schema<Retrieved> = toOwnSchema(outputSchema)

function checkInput({
  hash,
  ids,
  start,
  end,
}: Readonly<Record<string, unknown>>): readonly OwnIssue[] {
  const issues: OwnIssue[] = []
  const add = (name: string, message: string) => issues.push({ message, path: [name] })
  if (typeof hash !== 'string') add('hash', 'it must be a hash')
  if (!areIds(ids)) add('ids', `it must be an array of at most ${maxIds} strings`)
  const isStart = isOffset(start)
  const isEnd = isOffset(end)
  if (!isStart) add('start', 'it must be a whole number from 0 on')
  if (!isEnd) add('end', 'it must be a whole number from 0 on')
  // An object without a prototype cannot be made a number, so only offsets are compared.
  const isEmpty = isStart && isEnd && Number(end ?? Infinity) <= Number(start ?? 0)
  if (isEmpty) add('end', 'it must be after start')
  return issues
}

const isId = (id: unknown): boolean => typeof id === 'string' && id.length <= maxIdLength

const areIds = (ids: unknown): boolean =>
  ids === undefined || (Array.isArray(ids) && ids.length <= maxIds && ids.every(isId))

const isOffset = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
