import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isRecord, toPath } from '../json/json.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Schema } from './schema.ts'

/**
 * Makes a schema for tools of a plain JSON Schema 2020-12. It is compiled at once, so a schema that
 * cannot work throws here.
 *
 * @example
 *   import { fromJsonSchema } from 'toolaccord/json-schema'
 *
 *   const input = fromJsonSchema<{ id: string }>({
 *     type: 'object',
 *     properties: { id: { type: 'string' } },
 *     required: ['id'],
 *   })
 */
export function fromJsonSchema<T = unknown>(
  schema: JsonSchema,
  { verbatim }: JsonSchemaOptions = {},
): Schema<T> {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    useDefaults: true,
    validateFormats: false,
  })
  const validate = ajv.compile<T>(schema)
  return {
    verbatim,
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      validate(value) {
        // Defaults are written into the value, which belongs to the caller.
        const copy = copyJson(value)
        if (validate(copy)) return { value: copy }
        const issues = (validate.errors ?? []).map((error) => toIssue(error, copy))
        return { issues: withoutBranches(issues) }
      },
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  }
}

/** How a JSON Schema becomes the schema of a tool. */
export interface JsonSchemaOptions {
  /**
   * Lists the arguments of a tool as they are written here: with `$schema`, and with `allOf` or
   * `if` at the root. Some hosts refuse such a tool, and every other one with it. The schema must
   * say `additionalProperties: false` itself. Default: false.
   */
  readonly verbatim?: boolean | undefined
}

/** Unlike structuredClone it takes any value, also one that the schema will refuse. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]))
}

interface Issue {
  readonly keyword: string
  readonly message: string
  readonly path: readonly PropertyKey[]
}

function toIssue(
  { instancePath, keyword, params, message = 'is not valid' }: ErrorObject,
  root: unknown,
): Issue {
  const path = toKeys(instancePath, root)
  const member: unknown =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  if (typeof member === 'string') path.push(member)
  return { keyword, message, path }
}

/** Returns the keys of a JSON pointer: numbers in arrays, names in objects. */
function toKeys(pointer: string, root: unknown): PropertyKey[] {
  const keys: PropertyKey[] = []
  let at = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    keys.push(Array.isArray(at) ? Number(name) : name)
    // The cast follows a pointer that the validator made from this very value.
    at = (at as Record<string, unknown>)[name]
  }
  return keys
}

/**
 * A union fails once for itself and once per branch. An issue inside it says best what is wrong; if
 * there is none, the issue of the union itself is kept.
 */
function withoutBranches(issues: readonly Issue[]): readonly Issue[] {
  const ofUnions = issues.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const unions = new Map(ofUnions.map((issue) => [toPath(issue.path), issue]))
  const outer = new Set(
    issues.flatMap(({ path }) => path.map((_, index) => toPath(path.slice(0, index)))),
  )
  return issues.filter((issue) => {
    const place = toPath(issue.path)
    const union = unions.get(place)
    return union === undefined || (union === issue && !outer.has(place))
  })
}
