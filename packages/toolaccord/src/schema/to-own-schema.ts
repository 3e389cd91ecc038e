import type { JsonSchema } from './json-schema.ts'
import type { Schema } from './schema.ts'

/** A problem with a value, at the property that it is about. */
export interface OwnIssue {
  readonly message: string
  readonly path: readonly string[]
}

/**
 * A schema of the framework's own tools, which must not need a library: a JSON Schema to show, and
 * a check of what a walk along it leaves open.
 */
export function toOwnSchema<T>(
  schema: JsonSchema,
  check: (value: Readonly<Record<string, unknown>>) => readonly OwnIssue[] = () => [],
): Schema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      validate(value) {
        // The casts say what the walk along the JSON Schema and then the check have seen to.
        const issues = check(value as Readonly<Record<string, unknown>>)
        if (issues.length > 0) return { issues }
        return { value: value as T }
      },
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  }
}
