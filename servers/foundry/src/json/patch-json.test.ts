import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchJson, toJsonText } from './patch-json.ts'

/** JSON without numbers that a second spelling would change. */
const anyJson = fc
  .jsonValue()
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !JSON.stringify(value).includes('__proto__'))

/** Changes one value somewhere inside, and leaves everything else the very same. */
function changeOne(value: unknown, path: readonly number[], to: unknown): unknown {
  const [place, ...rest] = path
  if (typeof value !== 'object' || value === null || place === undefined) return to
  const keys = Object.keys(value)
  const key = keys[place % Math.max(1, keys.length)]
  if (key === undefined) return to
  // The cast names what a container of JSON is.
  const container = value as Record<string, unknown>
  const changed = changeOne(container[key], rest, to)
  if (Array.isArray(value)) return value.with(Number(key), changed)
  return { ...container, [key]: changed }
}

describe('a patched text', () => {
  it('is the text itself if nothing changed', () => {
    const text = '\n{ "b" :1.0,"a":[ ]}\n'
    const value: unknown = JSON.parse(text)
    expect(patchJson(text, value, value)).toBe(text)
  })

  it('has the changed value, whatever it was and however it was written', () => {
    const styles = fc.constantFrom(0, 2, 4, '\t')
    const paths = fc.array(fc.nat(7), { maxLength: 5 })
    fc.assert(
      fc.property(anyJson, styles, paths, anyJson, (value, style, path, to) => {
        const text = JSON.stringify(value, null, style)
        const before: unknown = JSON.parse(text)
        const after = changeOne(before, path, to)
        expect(JSON.parse(patchJson(text, before, after))).toEqual(after)
      }),
    )
  })

  it('is as another writer would have written it, if that one keeps order and numbers', () => {
    const paths = fc.array(fc.nat(7), { maxLength: 5 })
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson), paths, anyJson, (value, path, to) => {
        const text = toJsonText(value)
        const before: unknown = JSON.parse(text)
        const after = changeOne(before, path, to)
        fc.pre(Object.keys(value).length > 0 && typeof after === 'object' && after !== null)
        expect(patchJson(text, before, after)).toBe(toJsonText(after))
      }),
    )
  })

  it('keeps the spelling of what it does not touch', () => {
    const text = '{\n  "hours": 1.50,\n  "who": "Ren\\u00e9e",\n  "tasks": [\n    1e2\n  ]\n}\n'
    // The cast names what the text holds.
    const before = JSON.parse(text) as { tasks: number[] }
    const after = { ...before, note: 'über' }
    expect(patchJson(text, before, after)).toBe(
      '{\n  "hours": 1.50,\n  "who": "Ren\\u00e9e",\n  "tasks": [\n    1e2\n  ],\n' +
        '  "note": "\\u00fcber"\n}\n',
    )
  })

  it('knows items that moved', () => {
    const text = '[\n  {"a": 1.0},\n  {"b": 2.0},\n  {"c": 3.0}\n]\n'
    // The cast names what the text holds.
    const [first, second, third] = JSON.parse(text) as object[]
    const before: unknown = [first, second, third]
    expect(patchJson(text, before, [third, first])).toBe('[\n  {"c": 3.0},\n  {"a": 1.0}\n]\n')
  })
})
