import { describe, expect, it } from 'vitest'
import { familyOf, photoKindOf } from './photo-kind.ts'

const kindOf = (start: string, extension: string) =>
  photoKindOf(familyOf(Buffer.from(start, 'latin1')), extension)

describe('the kind of a photo', () => {
  it('is raw for files of cameras', () => {
    expect([
      kindOf('II*\0rest', 'nef'),
      kindOf('MM\0*rest', 'dng'),
      kindOf('FUJIFILMCCD-RAW', 'raf'),
      kindOf('IIU\0rest', 'rw2'),
      kindOf('\0\0\0\x18ftypcrx ', 'cr3'),
    ]).toEqual(Array.from({ length: 5 }, () => 'raw'))
  })

  it('is ldr for developed pictures', () => {
    expect([
      kindOf('\xff\xd8\xff\xe0', 'jpg'),
      kindOf('\x89PNG\r\n\x1a\n', 'png'),
      kindOf('II*\0rest', 'tif'),
      kindOf('RIFF1234WEBPVP8 ', 'webp'),
    ]).toEqual(Array.from({ length: 4 }, () => 'ldr'))
  })

  it('is undefined for files that are not photos, or not what their name says', () => {
    for (const [start, extension] of [
      ['hello world', 'nef'],
      ['', 'dng'],
      ['\xff\xd8\xff\xe0', 'nef'],
      ['II*\0', 'txt'],
      ['FUJIFILM', 'png'],
      ['%PDF-1.7', 'pdf'],
      ['II*\0', 'jpg'],
    ] as const) {
      expect(kindOf(start, extension), extension).toBeUndefined()
    }
  })
})
