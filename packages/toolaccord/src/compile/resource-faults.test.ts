import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineResource } from '../define/resource.ts'
import { defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { DefinitionError } from './definition-error.ts'

const resource = (uri: string, path?: string) =>
  defineResource({ uri, path, name: 'one', read: () => ({ text: 'x' }) })
const tool = (method: 'GET' | 'PUT', path: string) =>
  defineTool({
    name: 'a_tool',
    summary: 'It.',
    input: z.object({ id: z.string() }),
    output: z.object({}),
    effect: 'read',
    rest: { method, path },
    run: () => ok({}),
  })

function faultsOf(
  resources: readonly ReturnType<typeof resource>[],
  tools: readonly ReturnType<typeof tool>[] = [],
): readonly string[] {
  try {
    defineServer({ name: 'fixture', version: '1', tools, resources })
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults
  }
}

describe('a resource that cannot work', () => {
  it.each([
    ['a://{b}', 'b'],
    ['a://{b}', '/:b:c'],
    ['a://{b}', '/x//:b'],
    ['a://{b}', '/:b/'],
    ['a://{b}', '/a b/:b'],
    ['a://{b}', '/{b}'],
    ['a://{b}', '/*/:b'],
  ])('%s has the bad path %s', (uri, path) => {
    expect(faultsOf([resource(uri, path)])).toEqual([
      `resource ${uri}: path: '${path}' must be made of segments such as 'icons' and ':id.svg'`,
    ])
  })

  it.each([
    ['a://{b}', '/x', ':b'],
    ['a://{b}', '/:c', ':b'],
    ['a://{b}/{c}', '/:b', ':b, :c'],
    ['a://{b}', '/:b/:b', ':b'],
    ['a://b', '/:b', 'none'],
  ])('%s has a path with other variables, %s', (uri, path, wanted) => {
    expect(faultsOf([resource(uri, path)])).toEqual([
      `resource ${uri}: path: '${path}' must name exactly the variables of the URI: ${wanted}`,
    ])
  })

  it.each([
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/api',
    '/api/x',
    '/mcp',
    '/.well-known',
    '/.well-known/x',
  ])('has the path %s of the framework', (path) => {
    expect(faultsOf([resource('a://b', path)])).toEqual([
      `resource a://b: path: '${path}' belongs to the framework`,
    ])
    expect(faultsOf([], [tool('GET', path)])).toEqual([
      `tool 'a_tool' rest.path: '${path}' belongs to the framework`,
    ])
  })

  it('has the path of another, or of a tool that is read', () => {
    expect(faultsOf([resource('a://{b}', '/x/:b'), resource('a://c/{d}', '/x/:d')])).toEqual([
      'two resources have the path /x/:',
    ])
    expect(faultsOf([resource('a://{b}', '/x/:b')], [tool('GET', '/x/:id')])).toEqual([
      'a resource and a tool both declare the route GET /x/:',
    ])
  })
})

describe('a resource that works', () => {
  it.each([
    ['a://{b}', '/:b'],
    ['a://{b}', '/icons/:b.svg'],
    ['a://{b}/{c}', '/x/:c/icon.:b.svg'],
    ['a://{b}/{c}', '/:b-:c'],
    ['a://b', '/api/v2/x'],
  ])('%s may have the path %s', (uri, path) => {
    expect(faultsOf([resource(uri, path)])).toEqual([])
  })

  it('may share a path with a tool that is written to, and a beginning with one that is read', () => {
    expect(faultsOf([resource('a://{b}', '/x/:b')], [tool('PUT', '/x/:id')])).toEqual([])
    expect(faultsOf([resource('a://{b}', '/x/:b.svg')], [tool('GET', '/x/:id')])).toEqual([])
  })
})
