import { describe, expect, test } from 'vitest'
import { parseYaml, parseYamlItems } from './parse-yaml.ts'

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

describe('parseYamlItems', () => {
  test.each([
    ['an array in YAML', '- a: 1\n- b: 2'],
    ['an array in JSON', '[{"a": 1}, {"b": 2}]'],
    ['YAML in brackets', '[a: 1, {b: 2}]'],
    ['documents', 'a: 1\n---\nb: 2\n'],
  ])('reads %s', (_, text) => {
    expect(parseYamlItems(text)).toEqual([{ a: 1 }, { b: 2 }])
  })

  test('takes one document as one item', () => {
    expect(parseYamlItems('a: 1')).toEqual([{ a: 1 }])
    expect(parseYamlItems('{"a": 1}')).toEqual([{ a: 1 }])
  })

  test('refuses what parseYaml refuses, in any of the documents', () => {
    expect(() => parseYamlItems('a: 1\n---\n: : :\n- a')).toThrow(/line \d/)
    expect(() => parseYamlItems('a: 1\n---\na: &x 1\nb: *x')).toThrow(/alias/i)
    expect(() => parseYamlItems(`a: ${'['.repeat(20_000)}`)).toThrow('It is nested too deep.')
    expect(() => parseYamlItems('['.repeat(20_000))).toThrow('It is nested too deep.')
  })
})
