import { describe, expect, it } from 'vitest'
import { FoundryError } from '../errors/foundry-error.ts'
import { toJsonText } from '../json/patch-json.ts'
import { mergeSpecTexts } from './merge-spec-texts.ts'
import { planOf } from './testing/plan-of.ts'

const base = toJsonText(planOf({ nodes: { a: {}, b: { metadata: { hours: 15, who: 'Renée' } } } }))

const ours = base.replace('"title": "a"', '"title": "Ours"')
const theirs = base.replace('"who"', '"labels": [\n          "x"\n        ],\n        "who"')

/** What a call throws. */
function refusalOf(texts: Partial<Record<'base' | 'ours' | 'theirs', string>>): FoundryError {
  try {
    mergeSpecTexts({ base, ours, theirs, ...texts })
  } catch (thrown) {
    if (thrown instanceof FoundryError) return thrown
    throw thrown
  }
  throw new Error('The texts were merged.')
}

describe('a merged text', () => {
  it('has the changes of both, and every other line as it was', () => {
    const { text } = mergeSpecTexts({ base, ours, theirs })
    expect(text).toBe(theirs.replace('"title": "a"', '"title": "Ours"'))
  })

  it('keeps the spelling of what did not change', () => {
    const spelled = (text: string) => text.replace('15', '1.50e1').replace('é', '\\u00e9')
    const texts = { base: spelled(base), ours: spelled(ours), theirs: spelled(theirs) }
    expect(mergeSpecTexts(texts).text).toBe(spelled(mergeSpecTexts({ base, ours, theirs }).text))
  })

  it('is that of a side if the other did not change, to the last character', () => {
    const odd = ` ${ours}\n\n`
    expect(mergeSpecTexts({ base, ours: odd, theirs: base }).text).toBe(odd)
    expect(mergeSpecTexts({ base, ours: base, theirs: odd }).text).toBe(odd)
  })

  it('is as the one side wrote it that wrote it anew', () => {
    const narrow = JSON.stringify(JSON.parse(base))
    expect(mergeSpecTexts({ base, ours: narrow, theirs: base }).text).toBe(narrow)
    expect(mergeSpecTexts({ base, ours: base, theirs: narrow }).text).toBe(narrow)
  })

  it('is the same in either order if the sides differ only in how they are written', () => {
    const narrow = JSON.stringify(JSON.parse(ours))
    const { text } = mergeSpecTexts({ base, ours, theirs: narrow })
    expect(mergeSpecTexts({ base, ours: narrow, theirs: ours }).text).toBe(text)
  })

  it('is made without a base if both branches added the file', () => {
    const { text } = mergeSpecTexts({ base: '', ours: base, theirs })
    expect(JSON.parse(text)).toEqual(JSON.parse(theirs))
  })

  it('has members whose names mean something else in the language', () => {
    const odd = (text: string) =>
      text.replace('"who"', '"__proto__": {\n          "x": 1\n        },\n        "who"')
    const texts = { base: odd(base), ours: odd(ours), theirs: odd(theirs) }
    expect(mergeSpecTexts(texts).text).toContain('"__proto__": {\n          "x": 1')
  })
})

describe('a text that cannot be read', () => {
  it.each(['base', 'ours', 'theirs'] as const)('is refused and named: %s', (side) => {
    const { code, options } = refusalOf({ [side]: base.slice(0, 300) })
    expect(code).toBe('INVALID_SPEC')
    expect(options.details).toMatchObject({ side, line: base.slice(0, 300).split('\n').length })
    expect(options.hint).toContain('merge again')
  })

  it('is refused with the line of a merge marker', () => {
    const lines = base.split('\n')
    const marked = lines.toSpliced(4, 0, '<<<<<<< HEAD').join('\n')
    expect(refusalOf({ theirs: marked }).message).toBe(
      'Their version of the spec has a merge marker in line 5.',
    )
  })

  it.each(['spec_id:', '"spec_id": tru,', '"spec_id": 1 "x":', '"spec_id": 1,,'])(
    'is refused with the line of what is not JSON: %s',
    (words) => {
      const { message } = refusalOf({ ours: base.replace('"spec_id":', words) })
      expect(message).toBe('Our version of the spec is not JSON in line 2.')
    },
  )

  it.each([
    ['[]', 'is not an object'],
    ['{}', 'an object at hierarchy'],
    ['{"hierarchy":{"a":1}}', 'an object at hierarchy.a'],
    ['{"hierarchy":{},"journal":{}}', 'an array at journal'],
    ['{"hierarchy":{},"journal":[1]}', 'an object at journal[0]'],
    ['{"hierarchy":{},"metadata":[]}', 'an object at metadata'],
    [base.replace('"children": []', '"children": [1]'), 'an array of ids at hierarchy.a.children'],
    [base.replace('"children": [],', ''), 'an array of ids at hierarchy.a.children'],
    [base.replace('"type": "task"', '"type": 1'), 'a string at hierarchy.a.type'],
    [base.replace('"parent": null', '"parent": 1'), 'an id or null at hierarchy.spec-root.parent'],
    [
      base.replace('"metadata": {\n', '"dependencies": { "blocks": 1 },\n"metadata": {\n'),
      'an array of ids at hierarchy.b.dependencies.blocks',
    ],
  ])('is refused if it is not a spec: %#', (text, fault) => {
    expect(refusalOf({ theirs: text }).message).toContain(fault)
  })
})
