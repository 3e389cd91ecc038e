import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FormatOptions, format } from 'oxfmt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Block, blocksOf, pages, read, root } from './pages.ts'

const scratch = join(root, `test/.docs-${process.pid}`)

const { exports: subpaths } = JSON.parse(read('packages/toolaccord/package.json')) as {
  readonly exports: object
}

/** The parts that a page explains and that are not exported; their snippets are left out. */
const missingParts = ['bullmq', 'pg-boss'].filter((name) => !(`./${name}` in subpaths))

const isThere = ({ code }: Block) =>
  missingParts.every((name) => !code.includes(`from 'toolaccord/${name}'`))

const snippets = pages.flatMap((page) => blocksOf(page, 'ts')).filter(isThere)
const isModule = ({ code }: Block) => code.startsWith('import ')

/** Whole modules among the snippets; an excerpt of the example has no import of its own. */
const modules = snippets.filter(isModule).map((block) => ({
  block,
  name: `${block.page.replaceAll(/[^a-zA-Z]/g, '-')}-${block.index}`,
}))

/** The output that a page shows below a snippet; undefined if it shows none. */
function findOutput({ page, code }: Block): string | undefined {
  const [, below = ''] = read(page).split(code)
  return /^```\n\n```text\n(?<output>[^]*?)\n```\n/.exec(below)?.groups?.output
}

const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    noUnusedLocals: false,
    customConditions: ['toolaccord-source'],
  },
  include: ['*.ts'],
}

describe('the snippets of the docs', () => {
  beforeAll(() => {
    mkdirSync(scratch, { recursive: true })
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(tsconfig))
    for (const { name, block } of modules) writeFileSync(join(scratch, `${name}.ts`), block.code)
  })

  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true })
  })

  it('compile', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', scratch], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it.each(modules)('run, and print what the page shows: $name', async ({ name, block }) => {
    const { exitCode, argv } = process
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    // A snippet that is a program ends the process; the cast replaces the end that does not come.
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
    process.argv = [process.execPath, name, '--version']
    await import(join(scratch, `${name}.ts`))
    Object.assign(process, { exitCode, argv })
    const failed = exit.mock.calls.flat().filter((code) => code !== 0)
    const printed = log.mock.calls.flat().join('\n').replaceAll(/ +$/gm, '')
    exit.mockRestore()
    log.mockRestore()
    expect(failed).toEqual([])
    const shown = findOutput(block)
    if (shown !== undefined) expect(printed).toBe(shown)
  })

  it.each(snippets.filter((block) => !isModule(block)))(
    'are excerpts of the example as it is: $page',
    ({ code }) => {
      expect(read('examples/notes/src/server.ts')).toContain(code)
    },
  )

  const commands = pages
    .flatMap((page) => blocksOf(page, 'console'))
    .filter(({ code }) => code.startsWith('$ '))

  it.each(commands)('show what a command prints: $page', ({ code }) => {
    const [command = '', ...printed] = code.slice('$ '.length).split('\n')
    const [program, ...args] = command.split(' ')
    expect(program).toBe('toolaccord')
    const binary = join(root, 'packages/toolaccord/bin/toolaccord.js')
    const options = { cwd: root, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync(process.execPath, [binary, ...args], options)
    // How long a tool ran differs from run to run.
    const shown = (stdout + stderr).replace(/"duration_ms":\d+/, '"duration_ms":0')
    expect(shown).toBe(printed.join('\n'))
  })
})

describe('the format of the snippets', () => {
  const style = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatOptions
  const isFormatted = async ({ code }: Block) =>
    (await format('snippet.ts', code, style)).code === code

  const findUnformatted = async (page: string) => {
    const blocks = blocksOf(page, 'ts')
    const verdicts = await Promise.all(blocks.map(isFormatted))
    return blocks.filter((_, index) => !verdicts[index]).map(({ index }) => index)
  }

  it.each(pages)('is that of the code: %s', async (page) => {
    expect(await findUnformatted(page)).toEqual([])
  })
})
