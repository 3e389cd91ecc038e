import { describe, expect, it } from 'vitest'
import { definePrompt } from './prompt.ts'
import { defineResource } from './resource.ts'
import { defineServer } from './server.ts'

describe('a prompt', () => {
  it('is frozen, keeps what it is given, and is held to its arguments', () => {
    const prompt = definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: { who: { required: true } },
      write: ({ who = 'you' }) => [{ role: 'user', content: { type: 'text', text: `Hello, ${who}!` } }],
    })
    expect(Object.isFrozen(prompt)).toBe(true)
    expect(prompt).toMatchObject({ name: 'greet', summary: 'Greet.', arguments: { who: { required: true } } })
    // @ts-expect-error an argument that the prompt does not declare
    definePrompt({ name: 'greet', summary: 'Greet.', arguments: { who: {} }, write: (args) => [args.other] })
  })
})

describe('a server', () => {
  const prompt = definePrompt({ name: 'greet', summary: 'Greet.', write: () => [] })
  const resource = defineResource({ uri: 'a://{id}', name: 'a', read: () => undefined })
  const define = (more: Partial<Parameters<typeof defineServer>[0]>) =>
    defineServer({ name: 'fixture', version: '1.0.0', tools: [], ...more })

  it('lists its prompts and resources in the order of their definition', () => {
    const other = definePrompt({ name: 'bye', summary: 'Part.', write: () => [] })
    expect(
      define({ prompts: [prompt, other] })
        .prompts()
        .map(({ name }) => name),
    ).toEqual(['greet', 'bye'])
    expect(
      define({ resources: [resource] })
        .resources()
        .map(({ uri }) => uri),
    ).toEqual(['a://{id}'])
    expect(define({}).prompts()).toEqual([])
  })

  it('refuses two prompts of one name and two resources of one URI', () => {
    expect(() => define({ prompts: [prompt, prompt] })).toThrow("two prompts are named 'greet'")
    expect(() => define({ resources: [resource, resource] })).toThrow('two resources have the URI a://{id}')
  })

  it.each(['a://{id}/{id}', 'a://{+path}', 'a://{?query}', 'a://{}', 'a://{id'])(
    'refuses a resource whose URI no client can fill in: %s',
    (uri) => {
      expect(() => define({ resources: [defineResource<string>({ uri, name: 'a', read: () => undefined })] })).toThrow(uri)
    },
  )
})
