import { describe, expect, it } from 'vitest'
import { definePrompt } from '../../../define/prompt.ts'
import { defineResource } from '../../../define/resource.ts'
import { defineServer } from '../../../server.ts'
import { type CompletionRef, complete } from './complete.ts'

const people = ['Ada', 'Adele', 'Bob']
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [],
  prompts: [
    definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: {
        who: { complete: (typed) => people.filter((name) => name.startsWith(typed)) },
        how: {},
        many: { complete: async () => Array.from({ length: 150 }, (_, index) => `v${index}`) },
      },
      write: () => [],
    }),
  ],
  resources: [
    defineResource({
      uri: 'people://{name}',
      name: 'person',
      complete: { name: (typed) => [`${typed}!`] },
      read: () => undefined,
    }),
  ],
})

const prompt = (name: string): CompletionRef => ({ type: 'ref/prompt', name })
const resource = (uri: string): CompletionRef => ({ type: 'ref/resource', uri })
const ask = (ref: CompletionRef, name: string, value = '') => complete(server, ref, { name, value })

describe('completing', () => {
  it('gives what the author offers for what was typed', async () => {
    expect(await ask(prompt('greet'), 'who', 'Ad')).toEqual(['Ada', 'Adele'])
    expect(await ask(resource('people://{name}'), 'name', 'A')).toEqual(['A!'])
  })

  it('gives a hundred values at most', async () => {
    const values = await ask(prompt('greet'), 'many')
    expect(values).toHaveLength(100)
    expect(values[99]).toBe('v99')
  })

  it.each([
    [prompt('greet'), 'how'],
    [prompt('greet'), 'other'],
    [prompt('greet'), 'constructor'],
    [prompt('greet'), '__proto__'],
    [prompt('nothing'), 'who'],
    [resource('people://{name}'), 'toString'],
    [resource('people://Ada'), 'name'],
  ])('gives nothing where nothing is offered: %j, %s', async (ref, name) => {
    expect(await ask(ref, name)).toEqual([])
  })
})
