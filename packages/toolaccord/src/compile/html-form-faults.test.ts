import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Route, defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { DefinitionError } from './definition-error.ts'

type Given = Partial<Pick<Route, 'method' | 'form'>> & {
  readonly body?: 'note'
  readonly consent?: string
  readonly long?: true
}

function faultsOf({ consent, long, ...rest }: Given): readonly string[] {
  const add = defineTool({
    name: 'add',
    summary: 'Add.',
    input: z.object({ note: z.string(), tags: z.array(z.string()).optional() }),
    output: z.object({ id: z.string(), made: z.object({ at: z.string() }) }),
    effect: 'write',
    consent,
    long,
    rest: { method: 'POST', path: '/notes', form: '/notes/:id', ...rest },
    run: () => ok({ id: 'a', made: { at: 'now' } }),
  })
  try {
    defineServer({ name: 'notes', version: '1.0.0', tools: [add] })
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults.map((fault) => fault.replace("tool 'add' ", ''))
  }
}

describe('the path after a form', () => {
  it.each([
    '/',
    '/notes/:id',
    '/notes/:note',
    '/:note/:made.at#:id',
    '/a#b',
    '/a#note-:id',
  ] as const)('may be %s', (form) => {
    expect(faultsOf({ form })).toEqual([])
  })

  it.each([
    '/notes?x=1',
    '/notes/n-:id',
    '/notes#',
    '/notes#a#b',
    '/notes#:id-x',
    '//evil.example',
  ] as const)('cannot be %s', (form) => {
    expect(faultsOf({ form })).toEqual([
      `rest.form: '${form}' must be made of plain segments and ':name' segments, ` +
        'such as /notes/:id or /notes#:id',
    ])
  })

  it('names what the data or the arguments have', () => {
    expect(faultsOf({ form: '/notes/:ids' })).toEqual([
      "rest.form: the data has no property 'ids'; it has id, made",
    ])
    expect(faultsOf({ form: '/notes/:tags' })).toEqual([
      "rest.form: 'tags' is neither a string nor a number, and a path is made of these",
    ])
  })

  it.each<[string, Given, string]>([
    ['a PUT', { method: 'PUT' }, 'a form is sent with POST, not with PUT'],
    ['a body of one argument', { body: 'note' }, 'a form has fields; leave rest.body out'],
    [
      'a tool with consent',
      { consent: 'ADD' },
      'the tool needs consent, and a form cannot be asked; ' +
        'leave the form out, or set consent to false',
    ],
    [
      'a long tool',
      { long: true },
      'a long tool may answer with a handle, which a form cannot follow',
    ],
  ])('is nothing for %s', (_, given, fault) => {
    expect(faultsOf(given)).toEqual([`rest.form: ${fault}`])
  })
})
