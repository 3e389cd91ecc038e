import { describe, expect, it } from 'vitest'
import { failure, rejection } from '../../outcome/failure.ts'
import { ok } from '../../outcome/outcome.ts'
import { dtprContract } from './contract.ts'

const { encode, decode, is, schema } = dtprContract

describe('dtpr', () => {
  it('lists every problem in errors', () => {
    const outcome = rejection([
      { code: 'a', message: 'First.', path: 'elements[0]', hint: 'Add it.' },
      { code: 'b', message: 'Second.' },
    ])
    expect(encode(outcome).body).toEqual({
      ok: false,
      errors: [
        { code: 'a', message: 'First.', path: 'elements[0]', fix_hint: 'Add it.' },
        { code: 'b', message: 'Second.' },
      ],
      meta: {},
    })
  })

  it('carries the partial answer of a failure, null included', () => {
    expect(encode(failure('a', { data: { hit: null } })).body).toHaveProperty('data', { hit: null })
    expect(encode(failure('a', { data: null })).body).toHaveProperty('data', null)
    expect(encode(failure('a')).body).not.toHaveProperty('data')
  })

  it.each([
    [{ cursor: 'abc', hasMore: true }, 'abc'],
    [{ cursor: null, hasMore: false }, null],
  ])('writes the page %j as the cursor %j and reads it back', (page, cursor) => {
    const wire = encode(ok({}, { page }))
    expect(wire).toEqual({ body: { ok: true, data: {}, meta: { next_cursor: cursor } } })
    expect(decode(wire).notes.page).toEqual(page)
  })

  it('writes a warning as its code, a colon and its message, and reads that back', () => {
    const warnings = [
      { code: 'CONTEXT_TYPE_MISSING', message: 'No context: none chosen.' },
      { message: 'Plain.' },
    ]
    const wire = encode(ok({}, { warnings }))
    expect(wire).toEqual({
      body: {
        ok: true,
        data: {},
        meta: { warnings: ['CONTEXT_TYPE_MISSING: No context: none chosen.', 'Plain.'] },
      },
    })
    expect(decode(wire).notes.warnings).toEqual(warnings)
  })

  it('reads an envelope without meta, as its servers send hard failures', () => {
    const errors = [{ code: 'not_found', message: 'No.' }]
    expect(decode({ body: { ok: true, data: 1 } })).toEqual(ok(1))
    expect(decode({ body: { ok: false, errors } })).toEqual(
      failure('not_found', { message: 'No.' }),
    )
  })

  it('leaves out properties of a wrong type', () => {
    const body = {
      ok: false,
      errors: [{ code: 'a', message: 'No.', path: 7, fix_hint: null }],
      meta: { version: 1, content_hash: [], warnings: [7] },
    }
    expect(decode({ body })).toEqual(failure('a', { message: 'No.' }))
  })

  it.each([
    { ok: true },
    { ok: true, data: 1, meta: null },
    { ok: false, errors: [] },
    { ok: false, errors: [{ code: 'a' }] },
    { ok: false, errors: { code: 'a', message: 'No.' } },
    { ok: 'true', data: 1 },
  ])('does not take %j for its own', (value) => {
    expect(is(value)).toBe(false)
  })

  it('shows the data schema as it is', () => {
    const data = { type: 'object', properties: { id: { type: 'string' } } }
    expect(schema(data).properties?.data).toEqual(data)
  })
})
