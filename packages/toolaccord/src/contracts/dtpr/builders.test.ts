import { describe, expect, expectTypeOf, it } from 'vitest'
import { dtpr } from '../index.ts'

describe('the builders of dtpr', () => {
  it('keep the type of the data', () => {
    expectTypeOf(dtpr.ok({ id: 'ai' }).data.id).toEqualTypeOf<string>()
    expectTypeOf(
      dtpr.err([{ code: 'a', message: 'No.' }], { data: { id: 'ai' } }).data?.id,
    ).toEqualTypeOf<string | undefined>()
  })

  it('make a success with empty metadata where none is given', () => {
    expect(dtpr.ok([1])).toEqual({ ok: true, data: [1], meta: {} })
  })

  it('write metadata in snake case', () => {
    expect(
      dtpr.ok(
        {},
        {
          contentHash: 'sha256-1',
          version: 'ai@1',
          nextCursor: 'abc',
          warnings: ['CODE: text', 'plain'],
        },
      ).meta,
    ).toEqual({
      content_hash: 'sha256-1',
      version: 'ai@1',
      next_cursor: 'abc',
      warnings: ['CODE: text', 'plain'],
    })
  })

  it('keep every error, its hint as fix_hint', () => {
    expect(
      dtpr.err([
        { code: 'a', message: 'First.', path: 'x', fixHint: 'Add it.' },
        { code: 'b', message: 'Second.' },
      ]),
    ).toEqual({
      ok: false,
      errors: [
        { code: 'a', message: 'First.', path: 'x', fix_hint: 'Add it.' },
        { code: 'b', message: 'Second.' },
      ],
      meta: {},
    })
  })

  it('need one error at least', () => {
    // @ts-expect-error a failure without an error does not compile
    expect(() => dtpr.err([])).toThrow(TypeError)
  })

  it('make envelopes that the contract takes for its own', () => {
    expect(
      [dtpr.ok(null), dtpr.err([{ code: 'a', message: '' }], { data: null })].every(dtpr.is),
    ).toBe(true)
  })
})
