import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { fromTexts } from '../../from-texts.ts'
import { fromForm } from './from-form.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, size: { type: 'integer' } },
}

describe('the fields of a form', () => {
  it('are read as those of a query string, whatever people type', () => {
    const typed = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(typed, fc.integer(), (text, size) => {
        const fields = new URLSearchParams({ text, size: String(size), more: '' })
        const expected = fromTexts(schema, [
          ['text', text.replaceAll('\r\n', '\n')],
          ['size', String(size)],
        ])
        expect(fromForm(schema, fields.toString())).toEqual(expected)
      }),
    )
  })
})
