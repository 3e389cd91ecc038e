import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Effect, type Route, defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { DefinitionError } from './definition-error.ts'

const output = z.object({
  id: z.string(),
  size: z.int(),
  any: z.any(),
  tags: z.array(z.string()),
  maybe: z.string().nullable().optional(),
  note: z.object({ id: z.uuid() }),
})

function faultsOf(
  rest: Pick<Route, 'method' | 'created'>,
  effect: Effect = 'write',
): readonly string[] {
  const add = defineTool({
    name: 'add',
    summary: 'Add.',
    output,
    effect,
    consent: false,
    rest: { ...rest, path: '/notes' },
    run: () => Promise.reject(new Error('not run')),
  })
  try {
    defineServer({ name: 'notes', version: '1.0.0', tools: [add] })
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults.map((fault) => fault.replace("tool 'add' ", ''))
  }
}

describe('the path of what a tool makes', () => {
  it.each([
    '/notes/:id',
    '/notes/:note.id',
    '/sizes/:size/:any',
    '/notes/:maybe',
    '/settings',
    '/elsewhere/v1.0/:id',
  ] as const)('may be %s', (created) => {
    for (const method of ['POST', 'PUT'] as const) expect(faultsOf({ method, created })).toEqual([])
  })

  it.each([
    '/',
    '/notes/',
    '/notes/:',
    '/notes/:id.',
    '/notes/n-:id',
    '/notes?id=:id',
    '/notes/{id}',
    '/notes//:id',
  ] as const)('cannot be %s', (created) => {
    expect(faultsOf({ method: 'POST', created })).toEqual([
      `rest.created: '${created}' must be made of plain segments and ':name' segments, ` +
        'such as /notes/:id or /notes/:note.id',
    ])
  })

  it.each(['PATCH', 'DELETE'] as const)('is nothing for a %s', (method) => {
    expect(faultsOf({ method, created: '/notes/:id' })).toEqual([
      `rest.created: a ${method} does not answer with 201; use POST or PUT`,
    ])
  })

  it('is nothing for a tool that reads', () => {
    expect(faultsOf({ method: 'POST', created: '/notes/:id' }, 'read')).toEqual([
      'rest.created: a tool that reads makes nothing; its effect must be write',
    ])
  })

  it.each([
    [
      '/notes/:ids',
      "rest.created: the data has no property 'ids'; it has id, size, any, tags, maybe, note",
    ],
    ['/notes/:note.ids', "rest.created: the data has no property 'note.ids'; 'note' has id"],
    ['/notes/:id.length', "rest.created: the data has no property 'id.length'; 'id' has none"],
    [
      '/notes/:constructor',
      "rest.created: the data has no property 'constructor'; it has id, size, any, tags, maybe, note",
    ],
    [
      '/notes/:note',
      "rest.created: 'note' is neither a string nor a number, and a path is made of these",
    ],
    [
      '/notes/:tags',
      "rest.created: 'tags' is neither a string nor a number, and a path is made of these",
    ],
  ] as const)('is refused where the data cannot fill it: %s', (created, fault) => {
    expect(faultsOf({ method: 'POST', created })).toEqual([fault])
  })

  it('may name a member of a schema that refers to itself', () => {
    const Tree = z.object({
      id: z.string(),
      get parent() {
        return Tree.optional()
      },
    })
    const grow = defineTool({
      name: 'grow',
      summary: 'Grow.',
      output: z.object({ tree: Tree }),
      effect: 'write',
      rest: { method: 'POST', path: '/trees', created: '/trees/:tree.id' },
      run: () => ok({ tree: { id: 'a' } }),
    })
    expect(() => defineServer({ name: 'trees', version: '1.0.0', tools: [grow] })).not.toThrow()
  })
})
