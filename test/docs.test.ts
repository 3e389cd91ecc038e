import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const root = join(import.meta.dirname, '..')
const scratch = join(import.meta.dirname, `.docs-${process.pid}`)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'packages/toolaccord/README.md',
  'packages/digest/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const blocksOf = (page: string, language: string) =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].flatMap(
    ([, block]) => (block === undefined ? [] : [block]),
  )

/** Whole modules among the snippets; an excerpt of the example has no import of its own. */
const modules = pages.flatMap((page) =>
  blocksOf(page, 'ts')
    .filter((block) => block.startsWith('import '))
    .map((block, index) => ({
      name: `${page.replaceAll(/[^a-zA-Z]/g, '-')}-${index}`,
      block,
      printed: printedBy(page, block),
    })),
)

/** What stands below a snippet as its output; undefined where nothing does. */
function printedBy(page: string, block: string): string | undefined {
  const [, below = ''] = read(page).split(block)
  return /^```\n\n```text\n([^]*?)\n```$/m.exec(
    below.startsWith('```\n\n```text') ? below : '',
  )?.[1]
}

describe('the docs', () => {
  beforeAll(() => {
    mkdirSync(scratch, { recursive: true })
    for (const { name, block } of modules) writeFileSync(join(scratch, `${name}.ts`), block)
    writeFileSync(
      join(scratch, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          noEmit: true,
          noUnusedLocals: false,
          customConditions: ['toolaccord-source'],
        },
        include: ['*.ts'],
      }),
    )
  })

  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  it('have snippets that compile', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', scratch],
      { encoding: 'utf8' },
    )
    expect(stdout).toBe('')
  })

  it.each(modules)('have a snippet that runs: $name', async ({ name, printed }) => {
    const { exitCode, argv } = process
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    // A snippet that is a program reads the command line and ends the process; the cast stands for the end that does not come.
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
    process.argv = [process.execPath, name, '--version']
    await import(join(scratch, `${name}.ts`))
    Object.assign(process, { exitCode, argv })
    expect(exit.mock.calls.flat().filter((code) => code !== 0)).toEqual([])
    exit.mockRestore()
    if (printed !== undefined)
      expect(log.mock.calls.flat().join('\n').replaceAll(/ +$/gm, '')).toBe(printed)
    log.mockRestore()
  })

  it.each(
    pages.flatMap((page) =>
      blocksOf(page, 'ts')
        .filter((block) => !block.startsWith('import '))
        .map((block) => ({ page, block })),
    ),
  )('show the example in $page as it is', ({ block }) => {
    expect(read('examples/notes/src/server.ts')).toContain(block)
  })

  it.each(
    pages
      .flatMap((page) => blocksOf(page, 'console').map((block) => ({ page, block })))
      .filter(({ block }) => block.startsWith('$ ')),
  )('show in $page what a command prints', ({ block }) => {
    const [command = '', ...printed] = block.slice(2).split('\n')
    const [program, ...args] = command.split(' ')
    expect(program).toBe('toolaccord')
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'packages/toolaccord/bin/toolaccord.js'), ...args],
      { cwd: root, encoding: 'utf8' },
    )
    expect(stdout + stderr).toBe(printed.join('\n'))
  })

  it('have a reference that is up to date', () => {
    const { stderr } = spawnSync(process.execPath, ['scripts/generate-reference.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  })

  it('name only paths that exist', () => {
    const tree = /^```\n([^]*?)^```$/m.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
    const paths = [...tree.matchAll(/^( *)([\w./-]+)/gm)].map(([, indent, path]) =>
      indent === '' ? `${path}` : `packages/toolaccord/${path}`,
    )
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, link = '']) =>
        link.startsWith('#') ? `${page}${link}` : join(page, '..', link),
      ),
    )
    expect(links.filter((link) => !existsSync(join(root, link.replace(/#.*/, ''))))).toEqual([])
    const anchorsIn = (page: string) =>
      [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
    expect(
      links.filter(
        (link) =>
          link.includes('#') &&
          !anchorsIn(link.replace(/#.*/, '')).includes(link.replace(/.*#/, '')),
      ),
    ).toEqual([])
  })

  it('tell every flag that the command line has, and no other', () => {
    const help = execFileSync(
      process.execPath,
      [join(root, 'packages/toolaccord/bin/toolaccord.js'), 'examples/notes', '--help'],
      { cwd: root, encoding: 'utf8' },
    )
    const flagsIn = (text: string) =>
      new Set([...text.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag))
    const table = read('docs/cli.md')
      .split('\n')
      .filter((line) => line.startsWith('| `-'))
      .join('\n')
    expect([...flagsIn(table)].sort()).toEqual([...flagsIn(help)].sort())
  })

  it('tell every option of a server', () => {
    const init =
      /interface ServerInit[^{]*\{([^]*?)\n\}/.exec(
        read('packages/toolaccord/src/server.ts'),
      )?.[1] ?? ''
    const options = [...init.matchAll(/readonly (\w+)\??:/g)].flatMap(([, name]) =>
      name === undefined ? [] : [name],
    )
    const table = read('docs/tools.md').split('## Server options')[1] ?? ''
    expect(options.length).toBeGreaterThan(5)
    expect(options.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  it('tell every member of a tool', () => {
    const init =
      /interface ToolInit[^{]*\{([^]*?)\n\}/.exec(
        read('packages/toolaccord/src/define/tool.ts'),
      )?.[1] ?? ''
    const members = [...init.matchAll(/^  (?:readonly )?(\w+)[?(:]/gm)].flatMap(([, name]) =>
      name === undefined ? [] : [name],
    )
    const table = read('docs/tools.md').split('## Members of a tool')[1]?.split('\n## ')[0] ?? ''
    expect(members.length).toBeGreaterThan(10)
    expect(members.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  it('let CI run exactly the test command of the README', () => {
    const [, start, test] =
      /```sh\n(npm install && npm start)\n```[^]*```sh\n(npm install && npm test)\n```/.exec(
        read('README.md'),
      ) ?? []
    expect([start, test]).toEqual(['npm install && npm start', 'npm install && npm test'])
    expect(read('.ci/run').split('\n')).toContain(test)
  })
})
