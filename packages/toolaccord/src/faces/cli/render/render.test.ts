import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noColours } from './colours.ts'
import { render } from './render.ts'

const show = (data: unknown, room = Infinity) => render(data, room, noColours)

describe('data for people', () => {
  it('is plain when it is a scalar', () => {
    expect([show('hello'), show(4.5), show(false)]).toEqual([['hello'], ['4.5'], ['false']])
  })

  it('is nothing when there is none', () => {
    expect([show(null), show(undefined), show([]), show({})]).toEqual([[], [], [], []])
  })

  it('is a table when it is an array of objects, with a column for every key', () => {
    expect(
      show([
        { id: 'a', tags: ['x', 'y'] },
        { id: 'b', size: 1, tags: null },
      ]),
    ).toEqual(['ID  TAGS  SIZE', 'a   x, y', 'b         1'])
  })

  it('is a table with a column for every part of a small object', () => {
    expect(
      show([
        { id: 'a', size: { w: 1, h: 2 } },
        { id: 'b', size: { w: 3 } },
      ]),
    ).toEqual(['ID  SIZE.W  SIZE.H', 'a   1       2', 'b   3'])
  })

  it('is a table whose heads are words, however the keys are spelled', () => {
    const rows = [{ createdAt: 'now', 'byUser.lastName': 'Ada', note_id: 1 }]
    expect(render(rows, Infinity, noColours)[0]).toBe('CREATED AT  BY USER.LAST NAME  NOTE_ID')
  })

  it('is a table without its empty columns', () => {
    expect(show([{ id: 'a', more: {}, tags: [], note: null, text: '' }])).toEqual(['ID', 'a'])
    expect(show([{ note: null }])).toEqual(['NOTE', ''])
  })

  it('is a block for each object that is nested deeper, without what is empty', () => {
    const entries = [
      { name: 'a', note: null, range: { low: { at: 1 } } },
      {
        name: 'b',
        changes: [
          { field: 'x', to: 1 },
          { field: 'y', to: 2 },
        ],
      },
    ]
    expect(show(entries)).toEqual([
      'name: a',
      'range:',
      '  low:',
      '    at: 1',
      '',
      'name: b',
      'changes:',
      '  FIELD  TO',
      '  x      1',
      '  y      2',
    ])
    expect(show({ entries: [{ five: { a: 1, b: 2, c: 3, d: 4, e: 5 } }] })[1]).toBe('  five:')
  })

  it('is a line per item when it is any other array', () => {
    expect(show(['a', 2, null, ['b', 'c'], { d: 1 }])).toEqual(['a', '2', '', 'b, c', '{"d":1}'])
    expect(show([{}, {}])).toEqual(['{}', '{}'])
  })

  it('is key and value when it is an object, nested ones indented', () => {
    expect(
      show({
        id: 1,
        gone: undefined,
        none: null,
        empty: [],
        tags: ['a', 'b'],
        place: { x: 1, deep: { y: [] } },
      }),
    ).toEqual([
      'id: 1',
      'none: -',
      'empty: -',
      'tags: a, b',
      'place:',
      '  x: 1',
      '  deep:',
      '    y: -',
    ])
  })

  it('has a table for an array of objects under its key, within the room that is left', () => {
    expect(show({ notes: [{ id: 'n1', text: 'a text that is too long' }], total: 1 }, 16)).toEqual([
      'notes:',
      '  ID  TEXT',
      '  n1  a text th…',
      'total: 1',
    ])
  })

  it('shows a string of several lines as a block', () => {
    expect(show({ body: 'one\n', notes: 'one\ntwo\n' })).toEqual([
      'body: one',
      'notes:',
      '  one',
      '  two',
    ])
    expect(show({ body: 'one\ntwo\u001b[2J' })).toEqual([
      'body:',
      '  one',
      String.raw`  two\u001b[2J`,
    ])
  })

  it('never lets a control character through, in keys, cells or text', () => {
    const text = fc.string({ unit: 'binary' })
    const data = fc.oneof(
      text,
      fc.dictionary(text, text),
      fc.array(fc.dictionary(text, text)),
      fc.record({ rows: fc.array(fc.dictionary(text, text)) }),
    )
    fc.assert(
      fc.property(data, (value) => {
        expect(show(value).join('')).not.toMatch(/[^\P{Cc}\t]/u)
      }),
    )
  })
})
