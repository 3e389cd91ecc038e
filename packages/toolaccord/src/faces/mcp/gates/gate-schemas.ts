import { isRecord } from '../../../json/json.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { Schema } from '../../../schema/schema.ts'
import { type OwnIssue, toOwnSchema } from '../../../schema/to-own-schema.ts'

/** The arguments of the search. */
export interface SearchInput {
  readonly query: string
  readonly limit?: number | undefined
}

/** A tool that a search has found. */
export interface FoundTool {
  readonly name: string
  readonly effect: string
  readonly summary: string
}

/** The data of the search. */
export interface SearchData {
  readonly tools: readonly FoundTool[]
  /** How many tools fit less and are not shown. */
  readonly more: number
}

/** The arguments of the details. */
export interface DescribeInput {
  readonly names: readonly string[]
}

/** A tool with all that a call of it needs. */
export interface DescribedTool {
  readonly name: string
  readonly effect: string
  /** The gate to call it through. */
  readonly call_with: string
  readonly description: string
  readonly input_schema: JsonSchema
}

/** The data of the details. */
export interface DescribeData {
  readonly tools: readonly DescribedTool[]
  /** Names that no tool has. */
  readonly unknown?: readonly string[] | undefined
  /** Names for whose details there was no room. */
  readonly left_out?: readonly string[] | undefined
}

/** The arguments of a gate. */
export interface GateInput {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

const maxQuery = 400
/** How many tools a search shows at most. */
const maxFound = 20
/** How many tools are described at a time. */
const maxNames = 10

const strings: JsonSchema = { type: 'array', items: { type: 'string' } }

/** The schema of the arguments of the search. */
export const searchInputSchema: Schema<SearchInput> = toOwnSchema(
  toObject(
    {
      query: {
        type: 'string',
        maxLength: maxQuery,
        description: "The task, such as 'delete a bookmark'",
      },
      limit: { type: 'integer', minimum: 1, maximum: maxFound, description: 'Default 5' },
    },
    ['query'],
  ),
  ({ query, limit }) => [
    ...issuesAt('query', typeof query === 'string' && query.length <= maxQuery),
    ...issuesAt('limit', limit === undefined || isFrom1To(maxFound, limit)),
  ],
)

/** The schema of the data of the search. */
export const searchDataSchema: Schema<SearchData> = toOwnSchema(
  toObject(
    {
      tools: {
        type: 'array',
        items: toObject(
          {
            name: { type: 'string' },
            effect: { type: 'string', enum: ['read', 'write', 'destroy'] },
            summary: { type: 'string' },
          },
          ['name', 'effect', 'summary'],
        ),
      },
      more: { type: 'integer', description: 'Tools that fit less and are not shown.' },
    },
    ['tools', 'more'],
  ),
)

/** The schema of the arguments of the details. */
export const describeInputSchema: Schema<DescribeInput> = toOwnSchema(
  toObject(
    {
      names: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: maxNames,
      },
    },
    ['names'],
  ),
  ({ names }) => issuesAt('names', areNames(names)),
)

/** The schema of the data of the details. */
export const describeDataSchema: Schema<DescribeData> = toOwnSchema(
  toObject(
    {
      tools: {
        type: 'array',
        items: toObject(
          {
            name: { type: 'string' },
            effect: { type: 'string' },
            call_with: { type: 'string', description: 'The tool to call it through.' },
            description: { type: 'string' },
            input_schema: { type: 'object', additionalProperties: true },
          },
          ['name', 'effect', 'call_with', 'description', 'input_schema'],
        ),
      },
      unknown: { ...strings, description: 'Names that no tool has.' },
      left_out: { ...strings, description: 'Names to ask for in another call.' },
    },
    ['tools'],
  ),
)

/** The arguments of a gate, as JSON Schema. */
export const gateInputJson: JsonSchema = toObject(
  {
    name: { type: 'string', description: 'A tool that was found' },
    arguments: {
      type: 'object',
      additionalProperties: true,
      description: 'As its input schema says',
    },
  },
  ['name'],
)

/** The schema of the arguments of a gate. */
export const gateInputSchema: Schema<GateInput> = toOwnSchema(gateInputJson, (given) => [
  ...issuesAt('name', typeof given.name === 'string'),
  ...issuesAt('arguments', given.arguments === undefined || isRecord(given.arguments)),
])

/** A gate has no data of its own: its answer is that of the tool behind it. */
export const gateDataSchema: Schema<Record<string, never>> = toOwnSchema(toObject({}, []))

function toObject(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

const issuesAt = (name: string, isRight: boolean): readonly OwnIssue[] =>
  isRight ? [] : [{ message: 'it does not match the schema', path: [name] }]

const isFrom1To = (limit: number, value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= limit

const areNames = (names: unknown): boolean =>
  Array.isArray(names) &&
  isFrom1To(maxNames, names.length) &&
  names.every((name) => typeof name === 'string')
