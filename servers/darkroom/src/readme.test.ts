import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDarkroom } from './testing/open-darkroom.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const darkroom = await openDarkroom()
const { server } = darkroom.create()
afterAll(() => darkroom.remove())

/** Returns the rows of the table below a heading, as arrays of cells. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = readme.split(heading)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))
}

const rows = rowsOf('## Tools')
const namesIn = (cell: string) =>
  [...cell.matchAll(/`(\w+)(\?)?`/g)].map(([, name, optional]) => `${name}${optional ?? ''}`)

/** The properties of the job that a long tool gives to whoever cannot wait. */
const handle = new Set(['job_id', 'tool', 'state', 'done', 'total', 'message'])

/** Returns the properties of an answer that are not those of a job. */
function ownProperties(properties: object = {}): readonly string[] {
  const names = Object.keys(properties)
  return 'job_id' in properties ? names.filter((name) => !handle.has(name)) : names
}

type Listing = ReturnType<typeof server.tools>[number]

/** Returns the name, group and flags of a command. */
function describeCommand({ name, cli, inputSchema }: Listing) {
  const { group = '', positionals = [], flags = {} } = cli
  const flagged = Object.keys(inputSchema.properties ?? {}).filter(
    (key) => !positionals.includes(key) && key !== 'explicit_action',
  )
  return [
    name.replaceAll('_', '-'),
    group,
    flagged.map((key) => `--${flags[key] ?? key.replaceAll('_', '-')}`),
  ]
}

describe('the README', () => {
  it('has every tool with every argument, in their order', () => {
    const tools = server.tools().map(({ name, inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema
      const keys = Object.keys(properties)
      return [name, keys.map((key) => (required.includes(key) ? key : `${key}?`))]
    })
    expect(rows.map(([tool = '', args = '']) => [namesIn(tool)[0], namesIn(args)])).toEqual(tools)
  })

  it('has every property of every answer, jobs aside', () => {
    const state = ['head_hash', 'entry_count', 'enabled_count', 'layers_present']
    for (const { name, outputSchema } of server.tools()) {
      const cell = rows.find(([tool = '']) => namesIn(tool)[0] === name)?.[2] ?? ''
      const shown = /\bstate\b/.test(cell) ? [...state, ...namesIn(cell)] : namesIn(cell)
      const items = typeof outputSchema.items === 'object' ? outputSchema.items : outputSchema
      expect([name, shown]).toEqual([name, ownProperties(items.properties)])
    }
  })

  it('has every command of the operator, with its flags', () => {
    const agents = new Set(server.tools().map(({ name }) => name))
    const all = darkroom.create({ desk: true }).server.tools()
    const commands = all.filter(({ name }) => !agents.has(name)).map(describeCommand)
    const shown = rowsOf('## Commands for the operator').map(([command = '', flags = '']) => {
      const words = /[a-z][a-z -]*[a-z]/.exec(command)?.[0] ?? ''
      return [
        words.replace(' ', '-'),
        words.includes(' ') ? words.split(' ')[0] : '',
        [...flags.matchAll(/--[a-z-]+/g)].map(([flag]) => flag),
      ]
    })
    expect(shown).toEqual(commands)
  })

  it('has the codes of the contract, and no tool has a reserved code', () => {
    const used = new Set(server.tools().flatMap(({ codes }) => codes))
    expect([...used].sort()).toEqual([
      'darktable_error',
      'invalid_input',
      'masking_error',
      'not_found',
      'state_error',
      'versioning_error',
    ])
    for (const code of used) expect(readme).toContain(`\`${code}\``)
    const reserved = Object.entries(server.codes).filter(([, code]) => code.reserved)
    expect(reserved.map(([code]) => code)).toEqual([
      'synthesizer_error',
      'permission_error',
      'not_implemented',
    ])
  })
})
