import { describe, expect, test } from 'vitest'
import { takeDataFlag } from './take-data-flag.ts'

describe('--data', () => {
  test.each<[string[], string | undefined, string[]]>([
    [['list-elements', 'x'], undefined, ['list-elements', 'x']],
    [['--data', 'here', 'list-elements'], 'here', ['list-elements']],
    [['serve', '--data=here', '--port', '0'], 'here', ['serve', '--port', '0']],
    [['--data', 'a', 'serve', '--data', 'b'], 'b', ['serve']],
    [['list-elements', '--', '--data', 'x'], undefined, ['list-elements', '--', '--data', 'x']],
  ])('is taken out of %j', (argv, folder, rest) => {
    expect(takeDataFlag(argv)).toEqual(folder === undefined ? { rest } : { folder, rest })
  })

  test.each([[['--data']], [['--data=']], [['--data', '--json']]])('needs a folder: %j', (argv) => {
    expect(() => takeDataFlag(argv)).toThrow('--data needs a folder')
  })
})
