import { sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkImageId, isImageId, toImageId } from './image-id.ts'
import { checkRefName } from './ref-name.ts'

describe('names', () => {
  it('become a valid id, whatever the name of the file', () => {
    expect(
      ['IMG 1.NEF', '.hidden', '..', 'a..b.dng', '写真.jpg', 'x'.repeat(300)].map(toImageId),
    ).toEqual(['IMG_1', 'image', 'image', 'a_b', '__', 'x'.repeat(100)])
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => isImageId(toImageId(name))))
  })

  it('are single file names, or are refused', () => {
    for (const name of [
      '..',
      '.',
      '',
      'a/b',
      'a\\b',
      '../x',
      '-x',
      'x.',
      'a..b',
      'a\0b',
      'é',
      'x'.repeat(101),
      'a b',
    ]) {
      expect(() => checkImageId(name), name).toThrow(
        expect.objectContaining({ code: 'invalid_input', path: 'image_id' }),
      )
      expect(() => checkRefName(name), name).toThrow(
        expect.objectContaining({ code: 'invalid_input', path: 'name' }),
      )
    }
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => !isImageId(name) || !(name.includes(sep) || name.startsWith('.')),
      ),
    )
  })

  it('of refs are neither HEAD nor a hash', () => {
    expect(() => checkRefName('HEAD')).toThrow()
    expect(() => checkRefName('a'.repeat(64))).toThrow()
    expect(checkRefName('warm-2.b')).toBe('warm-2.b')
  })
})
