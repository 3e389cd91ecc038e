import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { JsonSchema } from './json-schema.ts'
import type { Schema } from './schema.ts'

/** A plain JSON Schema 2020-12 as a schema for tools. It is compiled here, so a schema that cannot work throws here. */
export function fromJsonSchema<T = unknown>(schema: JsonSchema): Schema<T> {
  const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, validateFormats: false })
  const validate = ajv.compile<T>(schema)
  return {
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      validate(value) {
        // Defaults are written into the value, which belongs to the caller.
        const copy: unknown = structuredClone(value)
        return validate(copy) ? { value: copy } : { issues: (validate.errors ?? []).map(toIssue) }
      },
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  }
}

function toIssue({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject) {
  const path = instancePath.split('/').slice(1).map(toKey)
  return keyword === 'required' ? { message, path: [...path, String(params.missingProperty)] } : { message, path }
}

function toKey(part: string): PropertyKey {
  const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /^(0|[1-9]\d*)$/.test(key) ? Number(key) : key
}
