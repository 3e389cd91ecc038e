import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from './catalogue/create-catalogue.ts'
import { createDatachainServer } from './create-datachain-server.ts'
import { tinyVersion } from './testing/tiny-version.ts'
import { codes, ruleCodes } from './tools/codes.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const server = createDatachainServer(createCatalogue([await tinyVersion()]))
const added = new Set(['retrieve_content', 'get_result'])
const tools = server.tools().filter(({ name }) => !added.has(name))

/** Returns the rows of the tables below a heading, as arrays of cells. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = readme.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))
}

const namesIn = (cell: string) =>
  [...cell.matchAll(/`(\w+)(\?)?`/g)].map(([, name, optional]) => `${name}${optional ?? ''}`)
const rows = rowsOf('## Tools').map(([tool = '', ...cells]) => [namesIn(tool)[0], ...cells])

describe('the README', () => {
  it('has every tool with every argument, in their order', () => {
    const shown = rows.map(([tool, args = '']) => [tool, namesIn(args)])
    const defined = tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
      name,
      Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`)),
    ])
    expect(shown).toEqual(defined)
  })

  it('has every property of every answer', () => {
    const shown = rows.map(([tool, , answer = '']) => [tool, namesIn(answer)])
    const defined = tools.map(({ name, outputSchema: { properties = {} } }) => [
      name,
      Object.keys(properties),
    ])
    expect(shown).toEqual(defined)
  })

  it('has every code of every tool', () => {
    const rules = new Set<string>(ruleCodes)
    const shown = rows.map(([tool, , , cell = '']) => [
      tool,
      namesIn(cell),
      cell.includes('those of rules'),
    ])
    const defined = tools.map(({ name, codes: own }) => [
      name,
      own.filter((code) => code !== 'bad_request' && !rules.has(code)),
      own.some((code) => rules.has(code)),
    ])
    expect(shown).toEqual(defined)
  })

  it('has every code of the server, with what it means', () => {
    const shown = rowsOf('## Errors').map(([code = '', summary]) => [namesIn(code)[0], summary])
    const defined = Object.entries(codes).map(([code, { summary }]) => [code, summary])
    expect(shown).toEqual(defined)
  })
})
