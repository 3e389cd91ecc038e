import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { manyTools } from '../../../../test/many-tools.ts'
import { createMemoryArchive } from '../../../archive/create-memory-archive.ts'
import type { ServerInit } from '../../../compile/forms/server-init.ts'
import { type AnyTool, defineTool } from '../../../define/tool.ts'
import { createContentFidelity } from '../../../fidelity/create-content-fidelity.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import type { ToolDefinition } from '../protocol/to-tool-definition.ts'
import { toToolPages } from '../protocol/to-tool-pages.ts'
import { createToolList } from './create-tool-list.ts'

type Init = Partial<ServerInit<readonly AnyTool[]>>

function createFixture(tools: readonly AnyTool[], more: Init = {}) {
  const init = { name: 'many', version: '1.0.0', tools, log: silentLog, env: {}, ...more }
  const given = defineServer(init)
  const { server } = createToolList(given, { gates: 'always' })
  const listed = toToolPages(given, {}).get(undefined)?.tools ?? []
  const call = (name: string, args: object, budget?: number) =>
    server.call(name, args, { face: 'mcp', budget })
  return { call, listed }
}

const toData = ({ name, description, inputSchema }: ToolDefinition) => ({
  name,
  description,
  input_schema: inputSchema,
})

describe('search_tools', () => {
  it('gives names, effects and one sentence each, the best first, and counts the rest', async () => {
    const { call } = createFixture(manyTools(8))
    expect(await call('search_tools', { query: 'remove thing1', limit: 1 })).toMatchObject({
      ok: true,
      data: {
        tools: [{ name: 'delete_thing1', effect: 'destroy', summary: 'It can delete a thing1.' }],
        more: expect.any(Number) as unknown,
      },
    })
  })

  it('gives five tools unless it is asked for more, and names with their prefix', async () => {
    const { call } = createFixture(manyTools(40), { prefix: 'acme' })
    const { data } = await call('acme_search_tools', { query: 'thing' })
    expect(data).toMatchObject({ more: 35, tools: { length: 5 } })
    expect(data).toMatchObject({ tools: { 0: { name: 'acme_get_thing0' } } })
    const longer = await call('acme_search_tools', { query: 'thing', limit: 20 })
    expect(longer.data).toMatchObject({ more: 20, tools: { length: 20 } })
  })

  it('says what to do if it finds nothing', async () => {
    const { call } = createFixture(manyTools(8))
    expect(await call('search_tools', { query: 'quantum' })).toMatchObject({
      ok: true,
      data: { tools: [], more: 0 },
      notes: { instruction: expect.stringContaining('Search again in other words') as unknown },
    })
  })

  it.each([
    [{}, 'query'],
    [{ query: 5 }, 'query'],
    [{ query: 'x'.repeat(401) }, 'query'],
    [{ query: 'x', limit: 0 }, 'limit'],
    [{ query: 'x', limit: 21 }, 'limit'],
    [{ query: 'x', limit: 1.5 }, 'limit'],
  ])('refuses arguments such as %j', async (args, path) => {
    const { call } = createFixture(manyTools(1))
    expect(await call('search_tools', args)).toMatchObject({ ok: false, problems: [{ path }] })
  })

  it('stays short whatever the summaries are', async () => {
    const long = manyTools(20).map((tool) => ({ ...tool, summary: 'ключ '.repeat(500) }))
    const { call } = createFixture(long)
    const { data } = await call('search_tools', { query: 'thing', limit: 20 })
    expect(JSON.stringify(data).length).toBeLessThan(20 * 300)
  })

  it('shows the first sentence of a summary only', async () => {
    const [tool] = manyTools(1)
    const { call } = createFixture([{ ...tool, summary: 'Read v1.5 of it. Use it.' } as AnyTool])
    const { data } = await call('search_tools', { query: 'thing' })
    expect(data).toMatchObject({ tools: [{ summary: 'Read v1.5 of it.' }] })
  })
})

describe('describe_tools', () => {
  it('gives description and schema as they would be listed, and the gate', async () => {
    const { call, listed } = createFixture(manyTools(8), { prefix: 'acme' })
    const names = ['acme_get_thing1', 'acme_delete_thing0']
    const { data } = await call('acme_describe_tools', { names })
    const [read, destroy] = names.map((name) => {
      const found = listed.find((one) => one.name === name) ?? expect.fail(`no ${name}`)
      return toData(found)
    })
    expect(data).toEqual({
      tools: [
        { ...read, effect: 'read', call_with: 'acme_call_read_tool' },
        { ...destroy, effect: 'destroy', call_with: 'acme_call_write_tool' },
      ],
    })
  })

  it('names what it does not know, and fails if it knows none', async () => {
    const { call } = createFixture(manyTools(8))
    const names = ['get_thing1', '__proto__', 'get_thing1', 'x'.repeat(200)]
    expect(await call('describe_tools', { names })).toMatchObject({
      ok: true,
      data: { tools: { length: 1 }, unknown: ['__proto__', `${'x'.repeat(63)}…`] },
    })
    expect(await call('describe_tools', { names: ['get_thing_1'] })).toMatchObject({
      ok: false,
      problems: [
        { message: "There is no tool 'get_thing_1'.", hint: "Did you mean 'get_thing1'?" },
      ],
    })
  })

  it.each([{}, { names: [] }, { names: 'x' }, { names: [5] }, { names: Array(11).fill('x') }])(
    'refuses arguments such as %j',
    async (args) => {
      const { call } = createFixture(manyTools(1))
      expect(await call('describe_tools', args)).toMatchObject({
        ok: false,
        problems: [{ path: expect.stringMatching(/^names/) as unknown }],
      })
    },
  )

  it('leaves out tools that it has no room for, but not the first', async () => {
    const wide = manyTools(4).map((tool) => ({
      ...tool,
      input: z.object({ value: z.enum(Array.from({ length: 900 }, (_, at) => `value-${at}`)) }),
    }))
    // The cast forgets the arguments, which nothing here gives.
    const { call } = createFixture(wide as unknown as readonly AnyTool[])
    const names = ['get_thing0', 'list_thing0', 'update_thing0']
    const { data } = await call('describe_tools', { names })
    expect(data).toMatchObject({
      tools: [{ name: 'get_thing0' }],
      left_out: ['list_thing0', 'update_thing0'],
    })
  })

  it('keeps to the budget of the caller, on a server that counts tokens', async () => {
    const fidelity = createContentFidelity({ archive: createMemoryArchive() })
    const { call } = createFixture(manyTools(8), { fidelity })
    const names = ['get_thing0', 'list_thing0', 'update_thing0', 'delete_thing0']
    expect((await call('describe_tools', { names })).data).not.toHaveProperty('left_out')
    expect((await call('describe_tools', { names }, 700)).data).toHaveProperty('left_out')
  })

  it('finds a tool by a former name', async () => {
    const tool = defineTool({
      name: 'wipe',
      summary: 'Wipe it.',
      output: z.object({}),
      effect: 'write',
      formerly: [{ name: 'purge', since: '2' }],
      run: () => ok({}),
    })
    const { call } = createFixture([tool])
    const { data } = await call('describe_tools', { names: ['purge'] })
    expect(data).toMatchObject({ tools: [{ name: 'wipe' }] })
  })
})
