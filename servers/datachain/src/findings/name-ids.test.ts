import { describe, expect, test } from 'vitest'
import { nameIds, nearestIds, quote, sayNearest } from './name-ids.ts'

describe('ids in a message', () => {
  test('are those most like the wanted one, also if words are swapped', () => {
    expect(nearestIds('camera_video', ['form', 'video_camera', 'came', 'radio'], 2)).toEqual([
      'video_camera',
      'came',
    ])
    expect(nearestIds('', ['b', 'a'], 1)).toEqual(['b'])
  })

  test('are few, and the others are counted', () => {
    expect(nameIds(['a', 'b', 'c'], '', 2)).toBe('a, b and 1 more')
    expect(nameIds([])).toBe('none')
  })

  test('are named as near only if they are', () => {
    const ids = ['employment', 'measurements', 'removing_names', 'camera', 'video_camera']
    expect(sayNearest(ids, 'camara')).toBe('Nearest: camera.')
    expect(sayNearest(ids, 'camera_video')).toBe('Nearest: video_camera, camera.')
    expect(sayNearest(ids, 'cam')).toBe('Nearest: camera.')
    expect(sayNearest(ids, 'missing_element')).toBeUndefined()
    expect(sayNearest(ids, 'zzz')).toBeUndefined()
  })

  test('are found among very many', () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => `${'abcdefghij'[at % 10]}_${at}`)
    expect(nearestIds('c_4992x', ids, 3)).toHaveLength(3)
    expect(nearestIds('zzz', ids, 3)).toEqual(ids.slice(0, 3))
  })

  test('a string from a caller is cut', () => {
    expect(quote('x'.repeat(100))).toHaveLength(66)
  })
})
