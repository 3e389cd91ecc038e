import { describe, expect, expectTypeOf, it } from 'vitest'
import { dtpr } from '../index.ts'

describe('the builders of dtpr', () => {
  it('keep the type of the data', () => {
    expectTypeOf(dtpr.ok({ id: 'ai' }).data.id).toEqualTypeOf<string>()
    const failed = dtpr.err([{ code: 'a', message: 'No.' }], { data: { id: 'ai' } })
    expectTypeOf(failed.data?.id).toEqualTypeOf<string | undefined>()
  })

  it('make a success with empty metadata if none is given', () => {
    expect(dtpr.ok([1])).toEqual({ ok: true, data: [1], meta: {} })
  })

  it('write metadata in snake case', () => {
    const init = {
      contentHash: 'sha256-1',
      version: 'ai@1',
      nextCursor: 'abc',
      warnings: ['CODE: text', 'plain'],
    }
    expect(dtpr.ok({}, init).meta).toEqual({
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
    const failed = dtpr.err([{ code: 'a', message: '' }], { data: null })
    expect([dtpr.ok(null), failed].every(dtpr.is)).toBe(true)
  })
})
