import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDarkroom } from './testing/open-darkroom.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const darkroom = await openDarkroom()
const { server } = darkroom.create()
afterAll(() => darkroom.remove())

/** The rows of the table below a heading, cell by cell. */
const rowsOf = (heading: string) =>
  (readme.split(heading)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))
const rows = rowsOf('## Tools')
const namesIn = (cell: string) =>
  [...cell.matchAll(/`(\w+)(\?)?`/g)].map(([, name, optional]) => `${name}${optional ?? ''}`)

describe('the README', () => {
  it('has every tool with every argument, in their order', () => {
    const told = server
      .tools()
      .map(({ name, inputSchema: { properties = {}, required = [] } }) => [
        name,
        Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`)),
      ])
    expect(rows.map(([tool = '', args = '']) => [namesIn(tool)[0], namesIn(args)])).toEqual(told)
  })

  it('has every member of every answer', () => {
    const state = ['head_hash', 'entry_count', 'enabled_count', 'layers_present']
    for (const { name, outputSchema } of server.tools()) {
      const cell = rows.find(([tool = '']) => namesIn(tool)[0] === name)?.[2] ?? ''
      const items = typeof outputSchema.items === 'object' ? outputSchema.items : outputSchema
      expect([name, [...(/\bstate\b/.test(cell) ? state : []), ...namesIn(cell)]]).toEqual([
        name,
        Object.keys(items.properties ?? {}),
      ])
    }
  })

  it('has every command for whoever keeps it, with its flags', () => {
    const agents = new Set(server.tools().map(({ name }) => name))
    const told = darkroom
      .create({ desk: true })
      .server.tools()
      .filter(({ name }) => !agents.has(name))
      .map(
        ({
          name,
          cli: { group = '', positionals = [], flags = {} },
          inputSchema: { properties = {} },
        }) => [
          name.replaceAll('_', '-'),
          group,
          Object.keys(properties)
            .filter((key) => !positionals.includes(key) && key !== 'explicit_action')
            .map((key) => `--${flags[key] ?? key.replaceAll('_', '-')}`),
        ],
      )
    const shown = rowsOf('## Commands for whoever keeps it').map(([command = '', flags = '']) => {
      const [words = ''] = /[a-z][a-z -]*[a-z]/.exec(command) ?? []
      return [
        words.replace(' ', '-'),
        words.includes(' ') ? words.split(' ')[0] : '',
        [...flags.matchAll(/--[a-z-]+/g)].map(([flag]) => flag),
      ]
    })
    expect(shown).toEqual(told)
  })

  it('has the codes of the contract, and no tool has one that is reserved', () => {
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
    expect(
      Object.entries(server.codes)
        .filter(([, { reserved }]) => reserved)
        .map(([code]) => code),
    ).toEqual(['synthesizer_error', 'permission_error', 'not_implemented'])
  })
})
