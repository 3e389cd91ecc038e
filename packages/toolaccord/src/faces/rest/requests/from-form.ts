import { Refusal } from '../../../outcome/refusal.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { fromTexts } from '../../from-texts.ts'

/** More fields than a page has; each costs a look into the schema. */
const maxFields = 1000

/**
 * Reads the fields of an HTML form as arguments. A field without a value is left out, because a
 * browser sends every field. Lines end with `\n`, as everywhere else.
 */
export function fromForm(schema: JsonSchema, text: string): Record<string, unknown> {
  checkEncoding(text)
  const fields = [...new URLSearchParams(text)]
  if (fields.length > maxFields)
    throw new Refusal('too_large', { message: `The form has over ${maxFields} fields.` })
  const given = fields.filter(([, value]) => value !== '')
  return fromTexts(
    schema,
    given.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  )
}

function checkEncoding(text: string): void {
  try {
    decodeURIComponent(text)
  } catch {
    throw new Refusal('malformed_input', { message: 'The form is not percent-encoded UTF-8.' })
  }
}
