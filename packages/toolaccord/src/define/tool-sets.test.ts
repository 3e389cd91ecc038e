import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMemoryArchive } from '../archive/create-memory-archive.ts'
import { createContentFidelity } from '../fidelity/create-content-fidelity.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { chooseTools, toToolSets } from './tool-sets.ts'
import { defineTool } from './tool.ts'

const tool = <const Name extends string>(name: Name) =>
  defineTool({
    name,
    summary: 'Do it.',
    output: z.null(),
    effect: 'read',
    run: () => ok(null),
  })
const tools = [tool('list_notes'), tool('get_note'), tool('add_note')] as const
const init = { name: 'notes', version: '1.0.0', tools, log: silentLog } as const
const server = defineServer({
  ...init,
  toolSets: { core: ['list_notes', 'get_note'], write: ['add_note'] },
})
const namesOf = (one: Pick<typeof server, 'tools'>) => one.tools().map(({ name }) => name)

describe('the sets of a server', () => {
  it('are those that it names, and all', () => {
    expect(server.toolSets).toEqual({
      all: ['list_notes', 'get_note', 'add_note'],
      core: ['list_notes', 'get_note'],
      write: ['add_note'],
    })
    expect(Object.keys(defineServer(init).toolSets)).toEqual(['all'])
  })

  it.each([
    [
      { core: ['get_nots'] },
      "toolSets.core: there is no tool 'get_nots'; did you mean 'get_note'?",
    ],
    [{ core: ['wipe'] }, "toolSets.core: there is no tool 'wipe'"],
    [{ core: ['get_note', 'get_note'] }, "toolSets.core: has 'get_note' twice"],
    [{ core: [] }, 'toolSets.core: must be an array of names of tools, at least one'],
    [{ core: 'get_note' as never }, 'toolSets.core: must be an array of names of tools'],
    [{ all: ['get_note'] }, "toolSets.all: every server has a set 'all' of every tool"],
    [{ get_note: ['add_note'] }, 'toolSets.get_note: a tool has the same name'],
    [{ 'a,b': ['add_note'] }, 'toolSets.a,b: its name must start with a letter'],
    [['get_note'] as never, 'toolSets: must be an object such as'],
  ])('are checked when the server is defined: %j', (toolSets, fault) => {
    expect(() => defineServer({ ...init, toolSets })).toThrow(fault)
  })
})

describe('a choice of tools', () => {
  const sets = toToolSets({ a: ['t0', 't1'], b: ['t1', 't2'] }, ['t0', 't1', 't2', 't3'])

  it('is every tool of the sets, and those that are named, whatever the order', () => {
    const names = fc.constantFrom('a', 'b', 'all', 't0', 't1', 't2', 't3')
    fc.assert(
      fc.property(fc.array(names, { minLength: 1 }), (chosen) => {
        const expected = new Set(chosen.flatMap((name) => sets[name] ?? [name]))
        expect(chooseTools(chosen, sets)).toEqual(expected)
      }),
    )
  })

  it('names what there is if something else is chosen', () => {
    expect(() => server.only(['cor'])).toThrow(
      new RangeError(
        "There is neither a set of tools nor a tool 'cor'. Did you mean 'core'? " +
          'Sets: all, core, write. Tools: list_notes, get_note, add_note.',
      ),
    )
    expect(() => server.only(['toString'])).toThrow("nor a tool 'toString'")
    expect(() => server.only([])).toThrow('No tools were chosen. Sets: all, core, write.')
  })
})

describe('a server with only some of its tools', () => {
  it('shows them in the order of their definition, and has no others', async () => {
    const narrow = server.only(['get_note', 'list_notes'])
    expect(namesOf(narrow)).toEqual(['list_notes', 'get_note'])
    expect(await narrow.call('get_note')).toMatchObject({ ok: true })
    expect(await narrow.call('add_note')).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'NOT_FOUND',
          message: "The server was started without the tool 'add_note'.",
          hint: 'Whoever runs the server can offer it: add add_note to --tools or TOOLACCORD_TOOLS.',
        },
      ],
    })
    expect(await narrow.callByName('get_nots')).toMatchObject({
      problems: [{ message: "There is no tool 'get_nots'.", hint: "Did you mean 'get_note'?" }],
    })
  })

  it('leaves the whole server as it is, and can be narrowed further', async () => {
    const narrow = server.only(['core'])
    expect(await server.call('add_note')).toMatchObject({ ok: true })
    expect(namesOf(server)).toHaveLength(3)
    expect(namesOf(narrow.only(['get_note', 'add_note']))).toEqual(['get_note'])
  })

  it('keeps the tool that fetches what answers leave out', () => {
    const fidelity = createContentFidelity({ archive: createMemoryArchive() })
    const whole = defineServer({ ...init, fidelity, toolSets: { core: ['get_note'] } })
    expect(namesOf(whole.only(['core']))).toEqual(['get_note', 'retrieve_content'])
    expect(namesOf(whole.only(['add_note']))).toEqual(['add_note', 'retrieve_content'])
  })
})
