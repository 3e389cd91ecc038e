import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type VariableOf,
  defineResource,
  isTemplate,
  matchResource,
  matchTemplate,
  toContents,
} from './resource.ts'

describe('a resource', () => {
  const match = (value: string, unsafeVariables?: boolean) =>
    matchResource({ unsafeVariables }, 'files://{name}', `files://${encodeURIComponent(value)}`)
  const odd = fc.string({ unit: fc.constantFrom('.', '/', '\\', '\0', ' ', 'a'), minLength: 1 })

  it('has no variables that lead out of a folder', () => {
    fc.assert(
      fc.property(odd, (value) => {
        const name = match(value)?.name ?? 'nothing'
        expect(name).not.toContain('\0')
        expect(posix.dirname(posix.resolve('/folder', name))).toBe('/folder')
        expect(win32.dirname(win32.resolve('C:\\folder', name))).toBe('C:\\folder')
      }),
    )
  })

  it('has any variables if it asks for that', () => {
    fc.assert(
      fc.property(odd, (name) => {
        expect(match(name, true)).toEqual({ name })
      }),
    )
  })
})

describe('a template', () => {
  it('gives the variables that a URI fills in, decoded', () => {
    expect(matchTemplate('notes://{id}', 'notes://n1')).toEqual({ id: 'n1' })
    expect(matchTemplate('notes://{owner}/{id}.txt', 'notes://ada/a%20b.txt')).toEqual({
      owner: 'ada',
      id: 'a b',
    })
  })

  it.each([
    ['notes://{id}', 'notes://'],
    ['notes://{id}', 'notes://a/b'],
    ['notes://{id}', 'notes://a?b'],
    ['notes://{id}', 'notes://a#b'],
    ['notes://{id}', 'other://a'],
    ['notes://{id}', 'xnotes://a'],
    ['notes://{id}/data', 'notes://a/datax'],
    ['notes://{id}', 'notes://%'],
    ['notes://{id}', 'notes://%ff'],
    ['notes://{id}.txt', 'notes://atxt'],
  ])('%s does not fit %s', (template, uri) => {
    expect(matchTemplate(template, uri)).toBe(undefined)
  })

  it('gives back what was put in, whatever stands around it', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 })
    const around = fc.stringMatching(/^[a-z.*+?^$()|[\]\\-]*$/)
    fc.assert(
      fc.property(value, around, around, (given, before, after) => {
        expect(
          matchTemplate(
            `x://${before}{a}${after}`,
            `x://${before}${encodeURIComponent(given)}${after}`,
          ),
        ).toEqual({ a: given })
      }),
    )
  })

  it('never throws for what a caller sends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('notes://all', 'notes://{id}', '{a}{b}', 'x://{a}-{b}/{c}'),
        fc.string({ unit: 'binary' }),
        (template, uri) => {
          expect(['object', 'undefined']).toContain(typeof matchTemplate(template, uri))
        },
      ),
    )
  })

  it('is matched without going back, which for a URI like this would never end', () => {
    expect(matchTemplate('x://{a}-{b}-{c}', `x://${'-'.repeat(100_000)}/`)).toBe(undefined)
  })

  it('gives a variable before a repeated mark as little as it can, and the last the rest', () => {
    expect(matchTemplate('x://{a}-{b}.txt', 'x://1-2-3.txt.txt')).toEqual({ a: '1', b: '2-3.txt' })
    expect(matchTemplate('x://{a}-{b}', 'x://-')).toBe(undefined)
    expect(matchTemplate('x://{a}-{b}', 'x://--b')).toEqual({ a: '-', b: 'b' })
  })

  it('is a URI with a variable', () => {
    expect(['notes://all', 'notes://{id}'].map(isTemplate)).toEqual([false, true])
  })
})

describe('a URI without variables', () => {
  it('fits itself only', () => {
    expect(matchTemplate('notes://a.b', 'notes://a.b')).toEqual({})
    expect(matchTemplate('notes://a.b', 'notes://axb')).toBe(undefined)
    expect(matchTemplate('notes://a', 'notes://a/')).toBe(undefined)
  })
})

describe('a resource', () => {
  it('is frozen and knows its variables', () => {
    const resource = defineResource({
      uri: 'notes://{owner}/{id}',
      name: 'note',
      read: ({ owner, id }) => ({ text: owner + id }),
    })
    expect(Object.isFrozen(resource)).toBe(true)
    expectTypeOf<VariableOf<'notes://{owner}/{id}'>>().toEqualTypeOf<'owner' | 'id'>()
    expectTypeOf<VariableOf<'notes://all'>>().toEqualTypeOf<never>()
    // @ts-expect-error a variable that the template does not have
    defineResource({ uri: 'notes://{id}', name: 'note', read: ({ other }) => ({ text: other }) })
  })

  it('has a path that names variables of its URI', () => {
    const uri = 'notes://{owner}/{id}'
    const note = { name: 'note', read: () => undefined }
    const path = '/notes/:owner/:id.txt'
    expect(defineResource({ ...note, uri, path }).path).toBe(path)
    expect(defineResource({ ...note, uri, path: path as string }).path).toBe(path)
    // @ts-expect-error a variable that the URI does not have
    defineResource({ ...note, uri, path: '/notes/:owner/:noteId.txt' })
    // @ts-expect-error a URI without variables
    defineResource({ ...note, uri: 'notes://all', path: '/notes/:id' })
  })

  it('has contents under the URI that was asked for, of its own type unless the contents say otherwise', () => {
    expect(
      toContents('a://b', { text: 'x', contentHash: 'h', cacheControl: 'no-store' }, {}),
    ).toEqual({ uri: 'a://b', text: 'x' })
    expect(toContents('a://b', { text: 'x' }, { mimeType: 'text/plain', meta: { a: 1 } })).toEqual({
      uri: 'a://b',
      mimeType: 'text/plain',
      text: 'x',
      _meta: { a: 1 },
    })
    expect(
      toContents('a://b', { blob: 'AA==', mimeType: 'image/png' }, { mimeType: 'text/plain' }),
    ).toEqual({
      uri: 'a://b',
      mimeType: 'image/png',
      blob: 'AA==',
    })
  })
})
