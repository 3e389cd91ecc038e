// Checked by the compiler alone: nothing in this file runs.
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import * as z from 'zod'
import { type Equal, expectType } from '../../test/expect-type.ts'
import { failure, rejection } from '../outcome/failure.ts'
import { type Failure, type Outcome, type Success, ok } from '../outcome/outcome.ts'
import { fromJsonSchema } from '../schema/from-json-schema.ts'
import type { InputOf, OutputOf, Schema } from '../schema/schema.ts'
import type { Call } from './call.ts'
import { defineParameters } from './parameters.ts'
import type { Completion, Root } from './questions/typed-question.ts'
import { type AnyTool, type Tool, defineTool } from './tool.ts'
import { withParameters } from './with-parameters.ts'

type Expect<T extends true> = T

const Input = z.object({
  id: z.string(),
  limit: z.int().default(20),
  tags: z.array(z.string()).optional(),
})
const Note = z.object({
  title: z.string(),
  line: z.int().optional(),
  kind: z.enum(['short', 'long']),
})
const base = { name: 'get_note', summary: 'Read a note.', effect: 'read' } as const
const note = { title: 'Milk', kind: 'short' } as const

export function inputIsInferred() {
  const answer = { ...base, output: Note } as const
  const inArkType = type({ id: 'string', limit: 'number = 20' })
  const inValibot = toStandardJsonSchema(
    v.object({ id: v.string(), limit: v.optional(v.number(), 20) }),
  )
  const inJsonSchema = fromJsonSchema<{ id: string }>({ type: 'object' })
  defineTool({
    ...answer,
    input: Input,
    run: (input) => (
      expectType<{ id: string; limit: number; tags?: string[] | undefined }>()(input),
      ok(note)
    ),
  })
  defineTool({
    ...answer,
    input: inArkType,
    run: (input) => (expectType<{ id: string; limit: number }>()(input), ok(note)),
  })
  defineTool({
    ...answer,
    input: inValibot,
    run: (input) => (expectType<{ id: string; limit: number }>()(input), ok(note)),
  })
  defineTool({
    ...answer,
    input: inJsonSchema,
    run: (input) => (expectType<{ id: string }>()(input), ok(note)),
  })

  defineTool({
    ...base,
    input: Input,
    output: Note,
    async run({ id, limit }) {
      expectType<string>()(id)
      expectType<number>()(limit)
      return ok(note)
    },
  })
}

export function inputThatIsNotThereCannotBeRead() {
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error the input has no such key
    run: ({ titel }) => ok({ ...note, title: titel }),
  })
  // @ts-expect-error a tool without input has no keys
  defineTool({ ...base, output: Note, run: ({ id }) => ok({ ...note, title: id }) })
}

export function outputIsHeldToItsSchema() {
  defineTool({ ...base, output: Note, run: () => ok(note) })
  // @ts-expect-error a wrong type
  defineTool({ ...base, output: Note, run: () => ok({ title: 5, kind: 'short' }) })
  // @ts-expect-error a wrong type, from an asynchronous run
  defineTool({ ...base, output: Note, run: async () => ok({ title: 5, kind: 'short' }) })
  // @ts-expect-error a forgotten key
  defineTool({ ...base, output: Note, run: () => ok({ title: 'Milk' }) })
  // @ts-expect-error a forgotten key beside a read input
  defineTool({ ...base, input: Input, output: Note, run: ({ id }) => ok({ title: id }) })
  // @ts-expect-error a word that the enum does not have
  defineTool({ ...base, output: Note, run: () => ok({ title: 'Milk', kind: 'middling' }) })
  // @ts-expect-error bare data is not an outcome
  defineTool({ ...base, output: Note, run: () => note })
  // @ts-expect-error nothing is not an outcome
  defineTool({ ...base, output: Note, run: () => {} })
  // @ts-expect-error a wrong type in ArkType
  defineTool({ ...base, output: type({ title: 'string' }), run: () => ok({ title: 5 }) })
  defineTool({
    ...base,
    output: toStandardJsonSchema(v.object({ title: v.string() })),
    // @ts-expect-error a forgotten key in Valibot
    run: () => ok({}),
  })
}

export function literalsAndReadonlyDataFit(lines: readonly string[]) {
  defineTool({ ...base, output: Note, run: () => ok({ title: 'Milk', kind: 'long', line: 3 }) })
  defineTool({
    ...base,
    output: Note,
    async run() {
      return ok({ title: 'Milk', kind: 'long' })
    },
  })
  defineTool({
    ...base,
    output: z.object({ kind: z.literal('long') }),
    run: () => ok({ kind: 'long' }),
  })
  defineTool({
    ...base,
    input: Input,
    output: z.object({ note: Note }),
    async run({ id }) {
      const kind = id === '' ? 'short' : 'long'
      return ok({ note: { title: id, kind } })
    },
  })
  defineTool({
    ...base,
    output: z.object({ lines: z.array(z.string()) }),
    run: () => ok({ lines }),
  })
  defineTool({
    ...base,
    output: z.object({ at: z.tuple([z.number(), z.number()]) }),
    run: () => ok({ at: [1, 2] }),
  })
  defineTool({
    ...base,
    output: type({ kind: "'short' | 'long'", lines: 'string[]' }),
    run: () => ok({ kind: 'short', lines }),
  })
  defineTool({
    ...base,
    output: z.object({ at: z.tuple([z.number(), z.number()]) }),
    // @ts-expect-error a tuple that is too short
    run: () => ok({ at: [1] }),
  })
}

export function outputIsWhatGoesIntoTheSchema() {
  const Filled = z.object({
    count: z.string().transform(Number).pipe(z.number()),
    page: z.int().default(1),
  })
  const tool = defineTool({ ...base, output: Filled, run: () => ok({ count: '5' }) })
  type Data = Awaited<ReturnType<typeof tool.run>> extends Outcome<infer Data> ? Data : never
  expectType<{ readonly count: string; readonly page?: number | undefined }>()({} as Data)
  expectType<{ count: number; page: number }>()({} as OutputOf<typeof tool.output>)
}

export function codesAreHeldToTheirDeclaration() {
  defineTool({
    ...base,
    output: Note,
    codes: ['gone', 'locked'],
    run: (_, call) => call.fail('gone'),
  })
  defineTool({
    ...base,
    output: Note,
    codes: ['gone', 'locked'],
    run: (_, call) => call.reject([{ code: 'gone' }, { code: 'locked' }]),
  })
  defineTool({ ...base, output: Note, codes: ['gone', 'locked'], run: () => failure('gone') })
  defineTool({
    ...base,
    output: Note,
    codes: ['gone', 'locked'],
    run: () => (Math.random() > 1 ? failure('gone') : rejection([{ code: 'locked' }])),
  })
  defineTool({
    ...base,
    output: Note,
    codes: ['gone', 'locked'],
    run: async () => (Math.random() > 1 ? failure('gone') : ok(note)),
  })

  // @ts-expect-error call.fail with an undeclared code
  defineTool({ ...base, output: Note, codes: ['gone'], run: (_, call) => call.fail('locked') })
  defineTool({
    ...base,
    output: Note,
    codes: ['gone'],
    // @ts-expect-error call.reject with an undeclared code
    run: (_, call) => call.reject([{ code: 'locked' }]),
  })
  // @ts-expect-error call.reject without a problem
  defineTool({ ...base, output: Note, codes: ['gone'], run: (_, call) => call.reject([]) })
  // @ts-expect-error an undeclared failure() returned
  defineTool({ ...base, output: Note, codes: ['gone'], run: () => failure('locked') })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    codes: ['gone'],
    // @ts-expect-error an undeclared failure() returned, from a run that reads its input
    run: ({ id }) => (id === '' ? failure('locked') : ok(note)),
  })
  // @ts-expect-error an undeclared failure() returned, from an asynchronous run
  defineTool({ ...base, output: Note, codes: ['gone'], run: async () => failure('locked') })
  // @ts-expect-error an undeclared rejection() returned
  defineTool({ ...base, output: Note, codes: ['gone'], run: () => rejection([{ code: 'locked' }]) })
}

export function noDeclaredCodesMeansNoCodes() {
  // @ts-expect-error call.fail
  defineTool({ ...base, output: Note, run: (_, call) => call.fail('gone') })
  // @ts-expect-error call.reject
  defineTool({ ...base, output: Note, run: (_, call) => call.reject([{ code: 'gone' }]) })
  // @ts-expect-error failure()
  defineTool({ ...base, output: Note, run: () => failure('gone') })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error failure() from a run that reads its input
    run: ({ id }) => (id === '' ? failure('gone') : ok(note)),
  })
}

export function failingNarrows(call: Call<'gone'>, found: string | undefined) {
  expectType<string>()(found ?? call.fail('gone'))
  if (found === undefined) call.reject([{ code: 'gone' }])
  expectType<string>()(found)
}

export function commandsAreTypedByTheirArguments() {
  defineTool({
    ...base,
    input: Input,
    output: Note,
    cli: { positionals: ['id'], flags: { tags: 'tag' } },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error no such positional
    cli: { positionals: ['titel'] },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error no such flag
    cli: { flags: { titel: 't' } },
    run: () => ok(note),
  })
  // @ts-expect-error a tool without input has no positionals
  defineTool({ ...base, output: Note, cli: { positionals: ['id'] }, run: () => ok(note) })
}

export function definitionsKeepTheirTypes() {
  const tool = defineTool({
    ...base,
    input: Input,
    output: Note,
    codes: ['gone'],
    run: () => ok(note),
  })
  expectType<Tool<'get_note', typeof Input, typeof Note, 'gone'>>()(tool)
  const anyTool: AnyTool = tool
  const data: Success<{ kind: 'short' | 'long' }> = ok({ kind: 'short' })
  const failed: Failure<'gone'> = failure('gone')
  return { anyTool, data, failed }
}

export function parametersAreTyped() {
  const ev = defineParameters({ ev: { range: [-3, 3], default: 0 } })
  const colour = defineParameters({ temp: { range: [-1, 1] }, tint: { range: [-1, 1] } })
  const Entry = z.object({ entry: z.enum(['exposure', 'colour']) })
  defineTool({
    ...base,
    input: withParameters(Entry, colour),
    output: Note,
    run: ({ entry, value }) => {
      expectType<'exposure' | 'colour'>()(entry)
      expectType<number>()(value.temp)
      // @ts-expect-error the set has no such parameter
      return ok({ ...note, line: value.hue })
    },
  })
  const chosen = withParameters(Entry, ({ entry }) => (entry === 'exposure' ? ev : colour))
  expectType<Readonly<Record<'ev', number>> | Readonly<Record<'temp' | 'tint', number>>>()(
    {} as OutputOf<typeof chosen>['value'],
  )
  expectType<'exposure' | 'colour'>()({} as InputOf<typeof chosen>['entry'])
  withParameters(Entry, async () => undefined)
}

export type Checks = [
  Expect<Equal<InputOf<typeof Input>['limit'], number | undefined>>,
  Expect<Equal<OutputOf<typeof Input>['limit'], number>>,
]

const Report = z.object({
  report: z.object({
    findings: z.array(z.object({ key: z.string(), weight: z.number() })),
    document: z.string().optional(),
  }),
  groups: z.array(z.object({ hits: z.array(z.string()) })),
  total: z.int(),
})

export function plansAreHeldToTheOutput() {
  const answer = {
    ...base,
    output: Report,
    run: () => ok({ report: { findings: [] }, groups: [], total: 0 }),
  } as const
  defineTool({
    ...answer,
    fidelity: {
      budget: 5_000,
      items: [
        {
          path: 'report.findings',
          id: 'key',
          priority: (item) => (expectType<number>()(item.weight), item.weight),
        },
      ],
    },
  })
  defineTool({
    ...answer,
    fidelity: {
      items: [
        { path: 'groups.hits', id: (hit) => hit.toUpperCase() },
        { path: 'groups', id: ({ hits }) => String(hits.length) },
      ],
    },
  })
  // @ts-expect-error There is no such list.
  defineTool({ ...answer, fidelity: { items: [{ path: 'findings', id: 'key' }] } })
  // @ts-expect-error Its items have no such member.
  defineTool({ ...answer, fidelity: { items: [{ path: 'report.findings', id: 'name' }] } })
  defineTool({
    ...answer,
    fidelity: { items: [{ path: 'report.findings', id: 'key' }], whole: ['report.document', ''] },
  })
  defineTool({
    ...answer,
    // @ts-expect-error The answer must have a report, so it cannot be left out.
    fidelity: { whole: ['report'] },
  })
  const tools: readonly AnyTool[] = [
    defineTool({
      ...answer,
      fidelity: {
        items: [{ path: 'report.findings', id: 'key', protected: ({ weight }) => weight > 1 }],
      },
    }),
  ]
  return tools
}

export function routesAndCommandsNameArguments() {
  const rest = { method: 'POST', path: '/notes' } as const
  defineTool({
    ...base,
    input: Input,
    output: Note,
    rest: { ...rest, body: 'id' },
    cli: { files: { id: JSON.parse }, output: 'title' },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error a body that is not an argument
    rest: { ...rest, body: 'ids' },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    rest: { ...rest, created: '/notes/:id' },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error a path that does not begin at the root
    rest: { ...rest, created: 'notes/:id' },
    run: () => ok(note),
  })
  defineTool({
    ...base,
    input: Input,
    output: Note,
    // @ts-expect-error a file for no argument
    cli: { files: { ids: JSON.parse } },
    run: () => ok(note),
  })
}

export function pathsNameArguments(path: string, id: `n${number}`) {
  const answer = { ...base, output: Note, run: () => ok(note) }
  const method = 'GET'
  defineTool({ ...answer, input: Input, rest: { method, path: '/notes/:id' } })
  defineTool({ ...answer, input: Input, rest: { method, path: '/notes/:id/first/:limit' } })
  defineTool({ ...answer, input: Input, rest: { method, path: '/notes' } })
  defineTool({ ...answer, rest: { method, path: '/notes' } })
  // @ts-expect-error an argument that the input does not have
  defineTool({ ...answer, input: Input, rest: { method, path: '/notes/:noteId' } })
  // @ts-expect-error one that is wrong beside one that is right
  defineTool({ ...answer, input: Input, rest: { method, path: '/notes/:id/:first' } })
  // @ts-expect-error a tool without input has no arguments
  defineTool({ ...answer, rest: { method, path: '/notes/:id' } })
  const inArkType = type({ id: 'string' })
  defineTool({ ...answer, input: inArkType, rest: { method, path: '/notes/:id' } })
  // @ts-expect-error the same with ArkType
  defineTool({ ...answer, input: inArkType, rest: { method, path: '/notes/:ids' } })

  // What the compiler cannot know is left for defineServer to check.
  const unknown: Schema = Input
  const loose = fromJsonSchema<Record<string, unknown>>({ type: 'object' })
  defineTool({ ...answer, input: Input, rest: { method, path } })
  defineTool({ ...answer, input: Input, rest: { method, path: `/notes/${id}` } })
  defineTool({ ...answer, input: unknown, rest: { method, path: '/notes/:noteId' } })
  defineTool({ ...answer, input: loose, rest: { method, path: '/notes/:noteId' } })
}

export function makersOfToolsMayHaveRoutes<Own extends Schema>(input: Own) {
  const rest = { method: 'GET', path: '/notes/:id' as string } as const
  defineTool({ ...base, input, output: Note, rest, run: () => ok(note) })
}

export function answersAreTyped() {
  const message = 'Who?'
  defineTool({
    ...base,
    output: Note,
    codes: ['kept'],
    interactive: true,
    run(_, call) {
      const schema = z.object({ name: z.string(), age: z.int().default(1) })
      expectType<{ name: string; age: number }>()(call.ask('a', { message, schema }))
      const inArkType = type({ name: 'string' })
      expectType<{ name: string }>()(call.ask('b', { message, schema: inArkType }))
      expectType<undefined>()(call.ask('c', { type: 'url', message, url: 'https://a.example' }))
      expectType<readonly Root[]>()(call.ask('d', { type: 'roots', declined: 'kept' }))
      expectType<Completion>()(call.ask('e', { type: 'sample', params: {} }))
      const both = call.askAll({ who: { message, schema }, where: { type: 'roots' } })
      expectType<{ name: string; age: number }>()(both.who)
      expectType<readonly Root[]>()(both.where)
      expectType<number>()(call.keep('f', () => 1))
      // @ts-expect-error The code is not one of the tool's.
      call.ask('g', { type: 'roots', declined: 'gone' })
      // @ts-expect-error A form needs a schema.
      call.ask('h', { message })
      return ok(note)
    },
  })
}
