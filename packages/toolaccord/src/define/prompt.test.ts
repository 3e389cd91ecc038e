import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineServer } from '../server.ts'
import { definePrompt } from './prompt.ts'
import { defineResource } from './resource.ts'

describe('a prompt', () => {
  it('is frozen, keeps what it is given, and is held to its arguments', () => {
    const prompt = definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: { who: { required: true } },
      write: ({ who }) => [{ role: 'user', content: { type: 'text', text: `Hello, ${who}!` } }],
    })
    expect(Object.isFrozen(prompt)).toBe(true)
    expect(prompt).toMatchObject({
      name: 'greet',
      summary: 'Greet.',
      arguments: { who: { required: true } },
    })
    definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: { who: {} },
      // @ts-expect-error an argument that the prompt does not declare
      write: (args) => [args.other],
    })
  })

  it('has the arguments that it requires as texts, and the others perhaps', () => {
    definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: {
        who: { required: true, complete: (typed) => [typed.trim()] },
        tone: { summary: 'Such as warm' },
      },
      write(args) {
        expectTypeOf(args.who).toEqualTypeOf<string>()
        expectTypeOf(args.tone).toEqualTypeOf<string | undefined>()
        return []
      },
    })
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
    expect(() => define({ resources: [resource, resource] })).toThrow(
      'two resources have the URI a://{id}',
    )
  })

  it.each(['a://{id}/{id}', 'a://{+path}', 'a://{?query}', 'a://{}', 'a://{id'])(
    'refuses a resource whose URI no client can fill in: %s',
    (uri) => {
      expect(() =>
        define({ resources: [defineResource<string>({ uri, name: 'a', read: () => undefined })] }),
      ).toThrow(uri)
    },
  )
})
