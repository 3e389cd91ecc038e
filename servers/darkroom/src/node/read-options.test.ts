import { describe, expect, it } from 'vitest'
import { readOptions } from './read-options.ts'

describe('options before the command', () => {
  it('set what the environment sets, and packs add up', () => {
    expect(readOptions(['--workspace', '/w', '--pack=/a=1', '--pack', '/b', 'status', '--pack', 'x'], { DARKROOM_PACKS: '/own', HOME: '/h' })).toEqual({
      env: { DARKROOM_PACKS: '/own:/a=1:/b', DARKROOM_WORKSPACE: '/w', HOME: '/h' },
      argv: ['status', '--pack', 'x'],
    })
    expect(readOptions([], {})).toEqual({ env: {}, argv: [] })
    expect(readOptions(['--json', 'status'], {})).toEqual({ env: {}, argv: ['--json', 'status'] })
  })

  it.each([[['--workspace']], [['--workspace=']], [['--pack', '']]])('need a value: %j', (argv) => {
    expect(() => readOptions(argv, {})).toThrow('needs a folder')
  })
})
