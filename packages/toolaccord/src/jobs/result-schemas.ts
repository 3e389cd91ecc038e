import type { JsonSchema } from '../schema/json-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { type OwnIssue, toOwnSchema } from '../schema/to-own-schema.ts'

/** The arguments of the tool that fetches what a job gave. */
export interface ResultInput {
  readonly job_id: string
  /** How long to wait for the end. Default: as long as the face waits for a long tool. */
  readonly wait_seconds?: number | undefined
  /** True if the job shall stop. */
  readonly cancel?: boolean | undefined
}

const maxIdLength = 128
const maxWaitSeconds = 45

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    job_id: {
      type: 'string',
      maxLength: maxIdLength,
      description: 'From the answer so far.',
      examples: ['5d41402a-bc4b-4a76-9719-d911017c592f'],
    },
    wait_seconds: {
      type: 'number',
      minimum: 0,
      maximum: maxWaitSeconds,
      description: 'How long to wait for the end; 0 to see how far it is.',
    },
    cancel: { type: 'boolean', description: 'Stop the job, and see what became of it.' },
  },
  required: ['job_id'],
  additionalProperties: false,
}

/** The schema of the arguments. */
export const resultInputSchema: Schema<ResultInput> = toOwnSchema(inputSchema, checkInput)

/** The schema of the data, which is that of the tool that ran. */
export const resultOutputSchema: Schema<unknown> = toOwnSchema({ type: 'object' })

function checkInput({
  job_id: id,
  wait_seconds: seconds,
  cancel,
}: Readonly<Record<string, unknown>>): readonly OwnIssue[] {
  const issues: OwnIssue[] = []
  if (typeof id !== 'string' || id.length > maxIdLength)
    issues.push({ message: 'it must be the job_id of an answer', path: ['job_id'] })
  if (seconds !== undefined && !isWaitTime(seconds))
    issues.push({
      message: `it must be a number from 0 to ${maxWaitSeconds}`,
      path: ['wait_seconds'],
    })
  if (cancel !== undefined && typeof cancel !== 'boolean')
    issues.push({ message: 'it must be true or false', path: ['cancel'] })
  return issues
}

const isWaitTime = (seconds: unknown): boolean =>
  typeof seconds === 'number' && seconds >= 0 && seconds <= maxWaitSeconds

/** What a caller is shown instead of the data of a long tool that has not ended. */
export const pendingSchema: JsonSchema = {
  type: 'object',
  description: 'The job, if it has not ended yet.',
  properties: {
    job_id: { type: 'string' },
    tool: { type: 'string' },
    state: { type: 'string', enum: ['waiting', 'running', 'asking'] },
    done: { type: 'number' },
    total: { type: 'number' },
    message: { type: 'string' },
  },
  required: ['job_id', 'tool', 'state'],
  additionalProperties: false,
}

/** What a caller is shown that cancels a job, once it has ended. */
export const stoppedSchema: JsonSchema = {
  type: 'object',
  description: 'The job, which may have ended before it was cancelled.',
  properties: {
    job_id: { type: 'string' },
    tool: { type: 'string' },
    state: { type: 'string', enum: ['cancelled', 'completed', 'failed'] },
  },
  required: ['job_id', 'tool', 'state'],
  additionalProperties: false,
}

/** The keywords that hold for its own data and for the job alike. */
const sharedKeywords = ['$defs', '$schema', 'additionalProperties', 'description', 'title', 'type']

/**
 * The schema of the data of a long tool: its own, or the job that has not ended. It is one object,
 * because clients refuse unions.
 */
export function orPendingSchema(own: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...own.properties }
  for (const [name, pending] of Object.entries(pendingSchema.properties ?? {})) {
    const known = properties[name]
    properties[name] = known === undefined ? pending : { anyOf: [known, pending] }
  }
  const shared = sharedKeywords.filter((keyword) => own[keyword] !== undefined)
  return { ...Object.fromEntries(shared.map((keyword) => [keyword, own[keyword]])), properties }
}
