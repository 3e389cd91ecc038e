import { type FaceClient, createFaceClient, lintToolSchemas } from 'toolaccord/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestFoundry, openFoundry } from '../testing/open-foundry.ts'
import { scopes } from './scopes.ts'

let foundry: TestFoundry
let mcp: FaceClient
beforeAll(async () => {
  foundry = await openFoundry()
  mcp = createFaceClient(foundry.create().server, 'mcp')
  const tasks = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Do ${id}`, files: [`${id}.ts`] }))
  const phases = [{ id: 'phase-1', title: 'One', tasks }]
  await mcp.callByName(
    'create_spec',
    { ...spec, title: 'Search', mission: 'x', phases },
    { caller },
  )
})
afterAll(() => foundry.remove())

/** HTTP faces ask for proof. */
const caller = { id: 'ada', scopes: Object.values(scopes) }

const spec = { spec_id: 'add-full-text-search-2026-01-30-001', active: true }
const { spec_id } = spec
const prose = 'The parser reads words, phrases and fields, and says where a query is wrong.'

/** What 120 tokens are at most, at four characters for each. */
const maxCharacters = 480

describe('the answer to a write', () => {
  it.each([
    ['update_spec', { mission: prose, constraints: [prose, prose], risks: null }],
    ['add_phases', { phases: [{ title: 'Two', tasks: [{ title: 'T' }, { title: 'U' }] }] }],
    ['add_tasks', { parent_id: 'phase-1', tasks: [{ title: 'T' }, { title: 'U' }] }],
    ['update_task', { task_id: 'a', description: prose, criteria: [prose, prose], labels: ['x'] }],
    ['move_task', { task_id: 'a', position: 2 }],
    ['link_tasks', { task_id: 'd', add: ['a', 'b', 'c'] }],
    ['add_requirements', { task_id: 'a', requirements: [{ text: prose }, { text: prose }] }],
    ['comment', { task_id: 'a', text: prose }],
    ['note', { task_id: 'a', text: prose }],
    ['replace_text', { find: 'parser', replace: 'reader', apply: true }],
    ['fix_spec', { apply: true }],
    ['start', { task_id: 'a' }],
    ['complete', { task_id: 'a', note: prose }],
    ['block', { task_id: 'b', reason: prose }],
    ['set_state', { task_id: 'b', move: 'unblock', reason: prose }],
    ['remove_task', { task_id: 'b', reason: prose }],
  ])('of %s has at most 120 tokens', async (tool, args) => {
    const options = { consent: 'granted', caller } as const
    const { body, outcome } = await mcp.callByName(tool, { spec_id, ...args }, options)
    expect(outcome.ok, JSON.stringify(body)).toBe(true)
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(maxCharacters)
  })
})

describe('the tools', () => {
  it('have schemas that every host takes', () => {
    expect(lintToolSchemas(foundry.create().server)).toEqual([])
  })

  it('say in one sentence what they are for', () => {
    for (const { name, summary } of foundry.create().server.tools()) {
      expect(summary, name).toMatch(/^[A-Z][^\n]{20,99}\.$/)
    }
  })
})

describe('a call', () => {
  it.each([
    ['cli', 'move_task', { task_id: 'c', position: 1 }],
    ['rest', 'link_tasks', { task_id: 'c', remove: ['nothing'] }],
    ['cli', 'search', { query: 'do' }],
    ['rest', 'journal', {}],
  ] as const)('through %s is answered as through MCP: %s', async (face, tool, args) => {
    const other = createFaceClient(foundry.create().server, face)
    const asked = { spec_id, ...args }
    const id = 'same'
    const [one, two] = [
      await other.callByName(tool, asked, { id, caller }),
      await mcp.callByName(tool, asked, { id, caller }),
    ]
    expect(toComparable(two.outcome)).toEqual(toComparable(one.outcome))
  })
})

/** Versions differ between two writes. */
const toComparable = (outcome: unknown): unknown =>
  JSON.parse(JSON.stringify(outcome), (key, value) => (key === 'version' ? '' : value))
