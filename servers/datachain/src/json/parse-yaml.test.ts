import { describe, expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

describe('parseYaml', () => {
  test('reads YAML, and JSON too', () => {
    expect(parseYaml('a: [1, b]')).toEqual({ a: [1, 'b'] })
    expect(parseYaml('{"a": [1, "b"]}')).toEqual({ a: [1, 'b'] })
  })

  test('refuses in words for those who write files', () => {
    expect(() => parseYaml('a: 1\n---\nb: 2')).toThrow('The file has more than one document.')
    expect(() => parseYaml('['.repeat(20_000))).toThrow('It is nested too deep.')
    expect(() => parseYaml(': : :\n- a')).toThrow(/line \d/)
    expect(() => parseYaml('a: &x 1\nb: *x')).toThrow(/alias/i)
  })
})
