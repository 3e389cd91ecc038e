import { type JsonSchema, typesOf } from '../../../schema/json-schema.ts'
import { measureSchema } from './measure-schema.ts'
import { isPortablePattern, portableFormat } from './portable-format.ts'

/** One place of a schema that `tools/list` shows. */
export interface SchemaPlace {
  readonly tool: string
  readonly side: 'input' | 'output'
  readonly schema: JsonSchema
  /** The properties that lead to it; empty at the root. */
  readonly path: string
  readonly isRoot: boolean
}

/** A rule of hosts for schemas. */
export interface SchemaRule {
  readonly id: string
  readonly hosts: readonly string[]
  /**
   * `refused`: the host refuses the tool, or the whole request with every tool in it. `loose`: the
   * tool works, but the host cannot hold the model to its schema, or shows less of it.
   */
  readonly effect: 'refused' | 'loose'
  /** Hosts show models input schemas only; clients read both. */
  readonly sides: readonly SchemaPlace['side'][]
  readonly says: string
  readonly source: string
  isBroken(place: SchemaPlace): boolean
}

const input = ['input'] as const
const both = ['input', 'output'] as const

const has = (schema: JsonSchema, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => schema[keyword] !== undefined)

const unions = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum']
const notStrict = [
  'oneOf',
  'allOf',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'uniqueItems',
]
const says = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']

const isOpenMap = ({ schema }: SchemaPlace) =>
  typesOf(schema).includes('object') && schema.additionalProperties !== false

function namesUndefined({ schema: { properties = {}, required = [], type } }: SchemaPlace) {
  return type === 'object' && required.some((name) => !Object.hasOwn(properties, name))
}

function hasBadKey({ schema, isRoot }: SchemaPlace): boolean {
  const keys = Object.keys(schema.properties ?? {})
  return isRoot && keys.some((key) => !/^[\w.-]{1,64}$/.test(key))
}

function isTooLarge({ schema, isRoot }: SchemaPlace): boolean {
  if (!isRoot) return false
  const { depth, properties, choices } = measureSchema(schema)
  return depth > 10 || properties > 5_000 || choices > 1_000
}

/** The rules of hosts that are known, each with the place that it is known from. */
export const schemaRules: readonly SchemaRule[] = [
  {
    id: 'tool-name',
    hosts: ['OpenAI', 'Anthropic', 'Gemini'],
    effect: 'refused',
    sides: input,
    says: 'the name of the tool is not 1 to 64 of A-Z, a-z, 0-9, _ and -, without a digit first',
    source: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
    isBroken: ({ tool, isRoot }) => isRoot && !/^[A-Za-z_][\w-]{0,63}$/.test(tool),
  },
  {
    id: 'property-key',
    hosts: ['Anthropic'],
    effect: 'refused',
    sides: input,
    says: 'an argument is not named by 1 to 64 of A-Z, a-z, 0-9, _, . and -',
    source: 'https://github.com/anthropics/claude-code/issues/79418',
    isBroken: hasBadKey,
  },
  {
    id: 'root-object',
    hosts: ['OpenAI', 'VS Code'],
    effect: 'refused',
    sides: input,
    says: 'the root is not an object with properties',
    source: 'https://github.com/openai/openai-agents-python/issues/449',
    isBroken: ({ schema, isRoot }) =>
      isRoot && (schema.type !== 'object' || schema.properties === undefined),
  },
  {
    id: 'root-union',
    hosts: ['Anthropic', 'OpenAI'],
    effect: 'refused',
    sides: input,
    says: `the root has ${unions.join(', ')}`,
    source: 'https://github.com/anthropics/claude-code/issues/5973',
    isBroken: ({ schema, isRoot }) => isRoot && has(schema, unions),
  },
  {
    id: 'array-items',
    hosts: ['OpenAI', 'Gemini', 'VS Code'],
    effect: 'refused',
    sides: both,
    says: 'an array has no items',
    source: 'https://github.com/microsoft/vscode/issues/248810',
    isBroken: ({ schema }) => typesOf(schema).includes('array') && !schema.items,
  },
  {
    id: 'string-format',
    hosts: ['OpenAI', 'Gemini'],
    effect: 'refused',
    sides: both,
    says: `a format is not ${portableFormat}`,
    source: 'https://github.com/google-gemini/gemini-cli/issues/2237',
    isBroken: ({ schema: { format = portableFormat } }) => format !== portableFormat,
  },
  {
    id: 'pattern-lookaround',
    hosts: ['OpenAI'],
    effect: 'refused',
    sides: both,
    says: 'a pattern has a lookaround, or an escape that Python does not have',
    source: 'https://github.com/anomalyco/opencode/issues/32073',
    isBroken: ({ schema: { pattern = '' } }) => !isPortablePattern(pattern),
  },
  {
    id: 'required-undefined',
    hosts: ['Gemini'],
    effect: 'refused',
    sides: input,
    says: 'a required property is not among the properties',
    source: 'https://github.com/Kilo-Org/kilocode/pull/11955',
    isBroken: namesUndefined,
  },
  {
    id: 'reference-outside',
    hosts: ['Gemini', 'Codex'],
    effect: 'refused',
    sides: both,
    says: 'a reference points out of the schema',
    source: 'https://github.com/agent-infra/sandbox/issues/83',
    isBroken: ({ schema }) => typeof schema.$ref === 'string' && !schema.$ref.startsWith('#'),
  },
  {
    id: 'open-map',
    hosts: ['OpenAI strict', 'Anthropic strict'],
    effect: 'loose',
    sides: input,
    says: 'an object takes properties that are not named',
    source: 'https://platform.openai.com/docs/guides/structured-outputs',
    isBroken: isOpenMap,
  },
  {
    id: 'any-value',
    hosts: ['OpenAI strict', 'Codex'],
    effect: 'loose',
    sides: input,
    says: 'a value has no type; Codex shows it as a string',
    source: 'https://github.com/openai/codex/blob/main/codex-rs/tools/src/json_schema.rs',
    isBroken: ({ schema }) => !has(schema, says),
  },
  {
    id: 'keyword',
    hosts: ['OpenAI strict', 'Codex'],
    effect: 'loose',
    sides: input,
    says: `there is one of ${notStrict.join(', ')}`,
    source: 'https://platform.openai.com/docs/guides/structured-outputs',
    isBroken: ({ schema }) => has(schema, notStrict),
  },
  {
    id: 'enum-type',
    hosts: ['Gemini through older adapters'],
    effect: 'loose',
    sides: input,
    says: 'a choice is not a string',
    source: 'https://github.com/microsoft/azure-devops-mcp/issues/145',
    isBroken: ({ schema }) => schema.enum?.some((choice) => typeof choice !== 'string') ?? false,
  },
  {
    id: 'size',
    hosts: ['OpenAI strict'],
    effect: 'loose',
    sides: input,
    says: 'it nests deeper than 10 levels, or has over 5,000 properties or 1,000 choices',
    source: 'https://platform.openai.com/docs/guides/structured-outputs',
    isBroken: isTooLarge,
  },
]
