import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { patchJson } from '../json/patch-json.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { readSpec } from '../validate/read-spec.ts'
import { validateSpec } from '../validate/validate-spec.ts'

/** Files as a Python program of the format writes them, with the findings that they have. */
const files: readonly (readonly [name: string, folder: string, findings: readonly string[]])[] = [
  ['created.json', 'pending', []],
  // That program calls a spec blocked as soon as any of its nodes is.
  ['in-work.json', 'active', ['DERIVED_VALUE_MISMATCH status']],
  ['archived.json', 'archived', []],
]

const textOf = (name: string) => readFileSync(join(import.meta.dirname, 'golden', name), 'utf8')

function specOf(text: string): Spec {
  const read = readSpec(text)
  if (!read.ok) throw new Error(read.findings[0].message)
  return read.spec
}

describe.each(files)('the file %s, written by another program', (name, folder, findings) => {
  const text = textOf(name)

  it('is read and valid', () => {
    const found = validateSpec(specOf(text), { folder })
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual(findings)
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('keeps every byte if nothing changes, even if everything is copied', () => {
    const spec = specOf(text)
    expect(patchJson(text, spec, spec)).toBe(text)
    expect(patchJson(text, spec, structuredClone(spec))).toBe(text)
  })

  it('changes in the line of a title only, if that is what changes', () => {
    const spec = specOf(text)
    const [id = '', node] = Object.entries(spec.hierarchy)[2] ?? []
    const hierarchy = { ...spec.hierarchy, [id]: { ...node, title: 'Anders \u00fc' } }
    const lines = patchJson(text, spec, { ...spec, hierarchy }).split('\n')
    const before = text.split('\n')
    expect(lines).toHaveLength(before.length)
    expect(lines.filter((line, at) => line !== before[at])).toEqual([
      expect.stringMatching(/^ {6}"title": "Anders (\\u00fc|\u00fc)",$/),
    ])
  })

  it('has the counts that follow from its leaves', () => {
    const spec = specOf(text)
    const counts = ({ hierarchy }: Spec) =>
      Object.values(hierarchy).map((node) => [node.total_tasks, node.completed_tasks])
    expect(counts(rollUp(spec))).toEqual(counts(spec))
  })
})
