import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchJson, toJsonText } from '../json/patch-json.ts'
import { rollUp } from '../spec/roll-up.ts'
import { aSpec, aTask } from '../testing/a-spec.ts'
import { anyDamagedSpec } from '../testing/any-damaged-spec.ts'
import { type ReadSpec, readSpec } from './read-spec.ts'
import { validateSpec } from './validate-spec.ts'

const valid = toJsonText(aSpec())

const findingsOf = (read: ReadSpec) => (read.ok ? [] : read.findings)
const messageOf = (text: string) => findingsOf(readSpec(text))[0]?.message
const linesOf = (text: string) =>
  findingsOf(readSpec(text)).map(({ code, path }) => `${code} ${path}`)

/** A valid file with the members of one task changed. */
const withTask = (members: object) =>
  toJsonText({
    ...aSpec(),
    hierarchy: { ...aSpec().hierarchy, 'task-1-1': { ...aTask(), ...members } },
  })

describe('reading a text', () => {
  it('never throws, whatever the text is', () => {
    const cut = fc.nat(valid.length).map((end) => valid.slice(0, end))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), cut, anyDamagedSpec), (text) => {
        expect(typeof readSpec(text).ok).toBe('boolean')
      }),
    )
  })

  it('gives a spec that every tool can work on, or says why not', () => {
    fc.assert(
      fc.property(anyDamagedSpec, (text) => {
        const read = readSpec(text)
        if (!read.ok) return
        expect(rollUp(rollUp(read.spec))).toEqual(rollUp(read.spec))
        expect(Array.isArray(validateSpec(read.spec))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('gives the very value of the text', () => {
    const read = readSpec(valid)
    expect(read.ok && read.spec).toEqual(JSON.parse(valid))
  })

  it('reads statuses and types that are wrong, for others to mend', () => {
    expect(readSpec(withTask({ status: 'failed', type: 'epic' })).ok).toBe(true)
  })
})

describe('a text that is refused', () => {
  it('is told the line and column, and what was expected', () => {
    expect(messageOf('{\n  "spec_id": "a",\n  "title" "b"\n}')).toBe(
      `The file is not JSON: line 3, column 11: expected ':' after the key, and found "\\"".`,
    )
  })

  it('is told that it was cut off', () => {
    expect(messageOf(valid.slice(0, valid.indexOf('"journal"')))).toMatch(
      /^The file is not JSON: line \d+, column \d+: the file ends inside an object: it seems/,
    )
  })

  it('is told the lines with the marks of a merge', () => {
    const text = valid.replace(
      '  "title": "Search",',
      '<<<<<<< HEAD\n  "title": "A",\n||||||| base\n=======\n  "title": "B",\n>>>>>>> other',
    )
    expect(findingsOf(readSpec(text))).toMatchObject([
      {
        code: 'MERGE_MARKERS',
        message: 'Git left a conflict in the file, on lines 3, 5, 6, 8.',
        hint: expect.stringContaining('foundry merge'),
      },
    ])
  })

  it('is told of a merge before anything that follows from it', () => {
    const text = `${valid}<<<<<<< HEAD\n${'{"a": '.repeat(200)}\n=======\n`
    expect(linesOf(text)).toEqual(['MERGE_MARKERS '])
  })

  it('is not taken for a merge because a string has the same characters', () => {
    expect(readSpec(withTask({ title: '<<<<<<< HEAD' })).ok).toBe(true)
    expect(linesOf('{"a": "<<<<<<< HEAD"')).toEqual(['INVALID_JSON '])
  })

  it('is told every breach, each with its path', () => {
    const text = withTask({ title: 7, children: [{}], metadata: 'none', dependencies: 5 })
    expect(linesOf(text)).toEqual([
      'INVALID_FIELD_TYPE hierarchy.task-1-1.title',
      'INVALID_CHILDREN_TYPE hierarchy.task-1-1.children',
      'INVALID_DEPENDENCIES_TYPE hierarchy.task-1-1.dependencies',
      'INVALID_METADATA_TYPE hierarchy.task-1-1.metadata',
    ])
  })

  it('is told of every key that is there twice, however it is written', () => {
    const text = valid
      .replace('"title": "Search"', String.raw`"title": "Search", "\u0074itle": "Find"`)
      .replace('"complexity"', '"complexity": "low", "complexity"')
    expect(linesOf(text)).toEqual([
      'DUPLICATE_KEY title',
      'DUPLICATE_KEY hierarchy.task-1-1.metadata.complexity',
    ])
  })

  it.each(['__proto__', 'constructor', 'toString'])('has a node with the id %s', (id) => {
    const text = valid.replaceAll('"task-1-1"', JSON.stringify(id))
    expect(readSpec(text).ok).toBe(false)
    expect(rollUp(aSpec())).toEqual(aSpec())
  })

  it('has nodes whose parents go round, although no list of children does', () => {
    const { hierarchy, ...rest } = aSpec()
    const [one, two] = [hierarchy['task-1-1'], hierarchy['task-1-2']]
    const text = toJsonText({
      ...rest,
      hierarchy: {
        ...hierarchy,
        'task-1-1': { ...one, parent: 'task-1-2' },
        'task-1-2': { ...two, parent: 'task-1-1' },
      },
    })
    const read = readSpec(text)
    expect(findingsOf(read)).toMatchObject([
      {
        code: 'CYCLE_DETECTED',
        message: 'Nodes are under each other: "task-1-1" → "task-1-2" → "task-1-1".',
      },
    ])
    expect(!read.ok && read.repair?.after).toEqual(aSpec())
  })

  it('names at most 1,000 findings, and how many more there are', () => {
    const journal = Array.from({ length: 1500 }, () => 5)
    const found = findingsOf(readSpec(toJsonText({ ...aSpec(), journal })))
    expect(found).toHaveLength(1001)
    expect(found.at(-1)?.message).toMatch(/^500 more findings/)
  })
})

describe('the repair of a file', () => {
  it('is a spec that is read', () => {
    fc.assert(
      fc.property(anyDamagedSpec, (text) => {
        const read = readSpec(text)
        if (read.ok || read.repair === undefined) return
        expect(read.findings.every(({ fixable }) => fixable)).toBe(true)
        const { before, after } = read.repair
        const repaired = patchJson(text, before, after)
        expect(readSpec(repaired)).toEqual({ ok: true, spec: after })
      }),
      { numRuns: 200 },
    )
  })

  it('is not there if one finding needs a choice', () => {
    const read = readSpec(withTask({ title: undefined, metadata: 'none' }))
    expect(read).toMatchObject({ ok: false, repair: undefined })
  })

  it('reads numbers as the ids of nodes', () => {
    const text = valid.replaceAll('"task-1-1"', '"7"').replaceAll(/(?<=\[\s+)"7"/g, '7')
    const read = readSpec(text)
    expect(!read.ok && read.repair?.after.hierarchy['phase-1']?.children[0]).toBe('7')
  })

  it('does not say of work that was begun that it was not', () => {
    const text = withTask({ status: undefined, metadata: { failed_at: '2026-01-30' } })
    expect(readSpec(text)).toMatchObject({ ok: false, repair: undefined })
  })
})

describe('a lone surrogate', () => {
  it('stays as it is written', () => {
    const text = withTask({ title: 'Half \ud83d of it' })
    const read = readSpec(text)
    expect(read.ok).toBe(true)
    const spec = read.ok ? read.spec : aSpec()
    expect(text).toContain(String.raw`Half \ud83d of it`)
    expect(patchJson(text, spec, { ...spec, title: 'Other' })).toContain(
      String.raw`Half \ud83d of it`,
    )
  })

  it('cannot be in an id, which callers could not name', () => {
    const text = valid.replaceAll('task-1-1', String.raw`task-\ud83d`)
    expect(linesOf(text)).toContain(String.raw`INVALID_NODE_ID hierarchy["task-\ud83d"]`)
  })
})
