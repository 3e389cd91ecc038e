import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { manyTools } from '../../../../test/many-tools.ts'
import { type AnyTool, defineTool } from '../../../define/tool.ts'
import { type Logger, silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { createToolList } from './create-tool-list.ts'

const gateNames = ['search_tools', 'describe_tools', 'call_read_tool', 'call_write_tool']

const serverOf = (tools: readonly AnyTool[], prefix = '', log: Logger = silentLog) =>
  defineServer({ name: 'many', version: '1.0.0', tools, prefix, env: {}, log })

function listOf(server: ReturnType<typeof serverOf>, options: McpOptions = {}) {
  const pages = createToolList(server, options).pagesFor(undefined)
  expect(pages.size).toBe(1)
  return pages.get(undefined)?.tools ?? []
}

const namesOf = (server: ReturnType<typeof serverOf>, options?: McpOptions) =>
  listOf(server, options).map(({ name }) => name)

const defineNamed = (name: string) =>
  defineTool({
    name,
    summary: 'Answer.',
    output: z.object({}),
    effect: 'read',
    run: () => ok({}),
  })

describe('a list of tools', () => {
  it.each([100, 1000])('has four tools and at most 2,300 characters for %d tools', (count) => {
    const tools = listOf(serverOf(manyTools(count)), { gates: 'always' })
    expect(tools.map(({ name }) => name)).toEqual(gateNames)
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(2300)
  })

  it('has at most 2,300 characters with the longest prefix, and long topics', () => {
    const words = Array.from({ length: 200 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}`)
    const tools = words.map((letter, at) => defineNamed(`${letter.repeat(8)}${at}`))
    const listed = listOf(serverOf(tools, 'p'.repeat(48)), { gates: 'always' })
    expect(listed[3]?.name).toHaveLength(64)
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(2300)
  })

  it('is the tools themselves as long as they cost few tokens', () => {
    expect(namesOf(serverOf(manyTools(8)))).toHaveLength(8)
    expect(createToolList(serverOf(manyTools(8)), {}).toTarget).toBe(undefined)
  })

  it('is four gates by itself if the tools would cost more than 20,000 tokens', () => {
    expect(namesOf(serverOf(manyTools(400)))).toEqual(gateNames)
  })

  it('is four gates above the budget that is asked for, and not at it', () => {
    const server = serverOf(manyTools(8))
    const shown = listOf(server).map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }),
    )
    const tokens = Math.ceil(shown.join('').length / 4)
    expect(namesOf(server, { listBudget: tokens })).toHaveLength(8)
    expect(namesOf(server, { listBudget: tokens - 1 })).toEqual(gateNames)
    expect(namesOf(server, { listBudget: 0 })).toEqual(gateNames)
  })

  it('is never gated, or always, if that is asked for', () => {
    expect(namesOf(serverOf(manyTools(1000)), { gates: 'never' })).toHaveLength(1000)
    expect(namesOf(serverOf(manyTools(1)), { gates: 'always' })).toEqual(gateNames)
    expect(namesOf(serverOf([]), { gates: 'always' })).toEqual(gateNames)
  })

  it.each([
    [{ gates: 'sometimes' as never }, "gates: 'sometimes' is not auto, always or never."],
    [{ listBudget: -1 }, 'listBudget: -1 is not a whole number from 0.'],
    [{ listBudget: 1.5 }, 'listBudget: 1.5 is not a whole number from 0.'],
    [{ listBudget: Number.NaN }, 'listBudget: NaN is not a whole number from 0.'],
  ])('is refused for %j', (options, message) => {
    expect(() => createToolList(serverOf([]), options)).toThrow(new RangeError(message))
  })

  it('says with annotations that a host may allow reading for good', () => {
    const hints = listOf(serverOf(manyTools(8)), { gates: 'always' }).map(
      ({ annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
        readOnlyHint,
        destructiveHint,
        idempotentHint,
      ],
    )
    const reads = [true, false, true]
    expect(hints).toEqual([reads, reads, reads, [false, true, false]])
  })

  it('does not say that the gate for writing destroys if nothing does', () => {
    const [, , , write] = listOf(serverOf([defineNamed('ping')]), { gates: 'always' })
    expect(write?.annotations.destructiveHint).toBe(false)
  })

  it('says of each gate if a tool behind it reaches beyond the server', () => {
    const web = { ...defineNamed('fetch_page'), openWorld: true }
    const post = { ...web, name: 'post_page', effect: 'write' as const }
    const worlds = (...tools: AnyTool[]) =>
      listOf(serverOf(tools), { gates: 'always' }).map((one) => one.annotations.openWorldHint)
    expect(worlds(web)).toEqual([false, false, true, false])
    expect(worlds(post)).toEqual([false, false, false, true])
  })

  it('says what the tools are about, so that a model knows what to search for', () => {
    const names = ['add_bookmark', 'list_bookmarks', 'get_note', 'delete_bookmark']
    const [search] = listOf(serverOf(names.map(defineNamed)), { gates: 'always' })
    expect(search?.description).toContain('the 4 here, about bookmark, note.')
  })

  it('adds to the instructions how tools are called that are not listed', () => {
    const { server } = createToolList(serverOf([], 'acme'), { gates: 'always' })
    expect(server.instructions).toBe(
      'Tools that are not listed are found with acme_search_tools and called through ' +
        'acme_call_read_tool if they only read, through acme_call_write_tool otherwise.',
    )
  })
})

describe('a tool with the name of a gate', () => {
  const taken = serverOf([...manyTools(400), defineNamed('search_tools')])

  it('stops a server that must have gates, with a message that says what to do', () => {
    expect(() => createToolList(taken, { gates: 'always' })).toThrow(
      /two tools are named 'search_tools'[^]*Rename the tool, or set gates to 'never'\.$/,
    )
  })

  it('leaves the list as it is otherwise, with a warning', () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (message: string) => warnings.push(message) }
    const server = serverOf([...manyTools(400), defineNamed('search_tools')], '', log)
    expect(namesOf(server)).toHaveLength(401)
    expect(warnings).toEqual([
      expect.stringMatching(/^the tools are listed without gates: [^]*'search_tools'/),
    ])
  })

  it('is not in the way of a server that needs no gates', () => {
    expect(namesOf(serverOf([defineNamed('search_tools')]))).toEqual(['search_tools'])
  })

  it('is found if only a former name is taken, or the prefix makes it too long', () => {
    const former = { ...defineNamed('find'), formerly: [{ name: 'describe_tools', since: '1' }] }
    const options: McpOptions = { gates: 'always' }
    expect(() => createToolList(serverOf([former as never]), options)).toThrow(/describe_tools/)
    expect(() => createToolList(serverOf([], 'p'.repeat(49)), options)).toThrow(/65 characters/)
  })
})
