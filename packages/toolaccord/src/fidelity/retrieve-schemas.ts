import type { JsonSchema } from '../schema/json-schema.ts'
import type { Schema } from '../schema/schema.ts'

/** What a caller asks for. */
export interface RetrieveInput {
  readonly hash: string
  readonly ids?: readonly string[]
  readonly start?: number
  readonly end?: number
}

/** One piece of what is kept. */
export interface Retrieved {
  readonly hash: string
  readonly type: string
  readonly encoding: 'utf-8' | 'base64'
  readonly content: string
  readonly start: number
  readonly end: number
  readonly total: number
  readonly next_start: number | null
  readonly missing_ids?: readonly string[]
}

export const maxIds = 100
const maxIdLength = 256

/** What is wrong with an argument. */
interface Issue {
  readonly message: string
  readonly path: readonly string[]
}

const offset = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    hash: {
      type: 'string',
      maxLength: 80,
      description:
        'From content_archive_hashes, or from the instruction of the answer: sha256: and 64 hex digits.',
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

export const retrieveInput: Schema<RetrieveInput> = toSchema(inputSchema, checkInput)

/** Made by the tool alone, so there is nothing to check. */
export const retrieveOutput: Schema<Retrieved> = toSchema(outputSchema, () => [])

function toSchema<T>(
  schema: JsonSchema,
  check: (value: Readonly<Record<string, unknown>>) => readonly Issue[],
): Schema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      validate(value) {
        // The casts say what the walk along the JSON Schema has seen to (an object), and what the check then does.
        const issues = check(value as Readonly<Record<string, unknown>>)
        return issues.length > 0 ? { issues } : { value: value as T }
      },
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  }
}

function checkInput({
  hash,
  ids,
  start,
  end,
}: Readonly<Record<string, unknown>>): readonly Issue[] {
  const areIds =
    ids === undefined ||
    (Array.isArray(ids) &&
      ids.length <= maxIds &&
      ids.every((id) => typeof id === 'string' && id.length <= maxIdLength))
  const [isStart, isEnd] = [isOffset(start), isOffset(end)]
  const isRange = !(isStart && isEnd) || Number(end ?? Infinity) > Number(start ?? 0)
  return [
    ...(typeof hash === 'string' ? [] : [{ message: 'it must be a hash', path: ['hash'] }]),
    ...(areIds ? [] : [{ message: `at most ${maxIds} texts`, path: ['ids'] }]),
    ...(isStart ? [] : [{ message: 'it must be a whole number from 0 on', path: ['start'] }]),
    ...(isEnd ? [] : [{ message: 'it must be a whole number from 0 on', path: ['end'] }]),
    ...(isRange ? [] : [{ message: 'it must be after start', path: ['end'] }]),
  ]
}

const isOffset = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
