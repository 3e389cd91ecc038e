import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEntries } from '../../scripts/reference/read-exports.mjs'
import { generatedPages, pages, read, root } from './pages.ts'

/** Links to files and headings of the repository, as `path#anchor` from its root. */
function linksOf(page: string): readonly string[] {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)]
  return links.map(([, link = '']) => {
    if (link.startsWith('#')) return `${page}${link}`
    return join(page, '..', link)
  })
}

/** The anchors of a page; a forge numbers headings that would have the same one. */
function anchorsOf(page: string): readonly string[] {
  const counts = new Map<string, number>()
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const text = heading.toLowerCase().replaceAll(/[^\w -]/g, '')
    const slug = text.replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** Names in the first column of the table below a heading. */
function rowsBelow(page: string, heading: string): readonly string[] {
  const section = read(page).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

/** The properties of a public interface. */
function propertiesOf(name: string): readonly string[] {
  const entry = readEntries().find(({ specifier }) => specifier === 'toolaccord')
  const declared = entry?.exports.find((one) => one.name === name)
  const [signature = ''] = declared?.signatures ?? []
  const properties = [...signature.matchAll(/^ {4}(?:readonly )?(\w+)[?(:]/gm)]
  return properties.map(([, property = '']) => property)
}

const flagsIn = (text: string) => [
  ...new Set([...text.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag)),
]

describe('the docs', () => {
  it('have a reference that is up to date', () => {
    const script = ['scripts/generate-reference.mjs', '--check']
    const { stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' })
    expect(stderr).toBe('')
  })

  it('show a tree of folders that exist, in at most 30 lines', () => {
    const tree = /^```\n(?<lines>[^]*?)^```$/m.exec(read('ARCHITECTURE.md'))?.groups?.lines ?? ''
    const lines = tree.trimEnd().split('\n')
    const paths: string[] = []
    let parent = ''
    for (const line of lines) {
      const isIndented = line.startsWith(' ')
      const [names = ''] = line.trim().split(/ {2,}/)
      if (!isIndented) parent = names
      for (const name of names.split(/,? /)) {
        if (!/[<{]/.test(name)) paths.push(isIndented ? join(parent, name) : name)
      }
    }
    expect(lines.length).toBeLessThanOrEqual(30)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each(['ARCHITECTURE.md', 'AGENTS.md', 'CONTRIBUTING.md'])(
    'name only paths that exist: %s',
    (page) => {
      const named = [...read(page).matchAll(/`([\w-]+(?:\/[\w.-]+)+\/?)`/g)].map(
        ([, path = '']) => path,
      )
      const places = ['', 'packages/toolaccord', 'packages/toolaccord/src']
      const exists = (path: string) => places.some((place) => existsSync(join(root, place, path)))
      const others = named.filter((path) => !/^(toolaccord|application|tools|server)\//.test(path))
      expect(others.filter((path) => !exists(path))).toEqual([])
    },
  )

  it('link to files and headings that exist', () => {
    const links = [...pages, ...generatedPages].flatMap(linksOf)
    const pathOf = (link: string) => link.replace(/#.*/, '')
    expect(links.length).toBeGreaterThan(500)
    expect(links.filter((link) => !existsSync(join(root, pathOf(link))))).toEqual([])

    const targets = links.filter((link) => link.includes('#'))
    const anchors = new Map(
      [...new Set(targets.map(pathOf))].map((page) => [page, anchorsOf(page)]),
    )
    const dangling = targets.filter((link) => {
      const anchor = link.replace(/.*#/, '')
      return !anchors.get(pathOf(link))?.includes(anchor)
    })
    expect(dangling).toEqual([])
  })

  it('explain every flag that the command line has, and no other', () => {
    const binary = join(root, 'packages/toolaccord/bin/toolaccord.js')
    const help = execFileSync(process.execPath, [binary, 'examples/notes', '--help'], {
      cwd: root,
      encoding: 'utf8',
    })
    const rows = read('docs/cli.md')
      .split('\n')
      .filter((line) => line.startsWith('| `-'))
    expect(flagsIn(rows.join('\n')).sort()).toEqual(flagsIn(help).sort())
  })

  it.each([
    ['option of a server', 'ServerInit', 'Server options'],
    ['property of a tool', 'ToolInit', 'Properties of a tool'],
  ])('explain every %s, and no other', (_, type, heading) => {
    const properties = propertiesOf(type)
    expect(properties.length).toBeGreaterThan(10)
    expect([...rowsBelow('docs/tools.md', heading)].sort()).toEqual([...properties].sort())
  })

  it('give the test command that CI runs', () => {
    const commands = [...read('README.md').matchAll(/^```sh\n(npm install && .*)\n```$/gm)]
    const lines = commands.map(([, command]) => command)
    expect(lines.slice(-2)).toEqual(['npm install && npm start', 'npm install && npm test'])
    expect(read('.ci/run').split('\n')).toContain('npm install && npm test')
  })
})
