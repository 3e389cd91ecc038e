import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFoundryServer } from './create-foundry-server.ts'
import { findFolders } from './store/find-folders.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const binary = join(import.meta.dirname, '../bin/foundry.js')

let folder = ''
let repository = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-readme-'))
  repository = join(folder, 'repository')
  await mkdir(repository)
  execFileSync('git', ['init', '-q'], { cwd: repository })
  const command = join(folder, 'foundry')
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`)
  await chmod(command, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Returns the code blocks of a language below a heading. */
function blocksOf(heading: string, language: string): readonly string[] {
  const section = readme.split(heading)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}

/** Runs a line as a user at a prompt does; the answer has both streams. */
async function runLine(line: string): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    FOUNDRY_WORKER: 'ada',
    NO_COLOR: '1',
  }
  const { stdout } = await promisify(execFile)('sh', ['-c', `{ ${line}\n} 2>&1 || true`], {
    cwd: repository,
    env,
  })
  return stdout
}

/** Without what differs from run to run, and without what only a pipe gets. */
const settled = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('{"event":"job"'))
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/version: [0-9a-f]{12}/g, 'version: VERSION')
    .replaceAll(/run_id: \w+/g, 'run_id: RUN')
    .replaceAll(/duration_ms: \d+/g, 'duration_ms: MS')
    .trim()

describe('the README', () => {
  it('shows a session that runs as it is written', { timeout: 60_000 }, async () => {
    const [plan = ''] = blocksOf('## A first plan', 'json')
    await writeFile(join(repository, 'plan.json'), plan)
    const shown = blocksOf('## A first plan', 'console').join('')
    const lines = [...shown.matchAll(/^\$ (.+)$/gm)].map(([, line = '']) => line)
    expect(lines.length).toBeGreaterThan(8)
    let session = ''
    for (const line of lines) session += `$ ${line}\n${await runLine(line)}`
    expect(settled(session)).toBe(settled(shown))
  })

  it('has every tool in the row of the scope that it needs', async () => {
    const { server, close } = createFoundryServer({
      folders: await findFolders({ here: repository, env: {} }),
    })
    const rowOf = (scope: string) =>
      readme.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`${scope}\``))
    for (const { name, scopes = [] } of server.tools()) {
      for (const scope of scopes) expect(rowOf(scope), scope).toContain(`\`${name}\``)
    }
    await close()
  })

  it('has every variable that the program reads', () => {
    const sources = ['server.ts', 'store/find-folders.ts', 'tools/checks/run-check.ts']
    const texts = sources.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
    const names = texts.join('').match(/env\.FOUNDRY_\w+/g) ?? []
    const known = [...new Set(names)].map((name) => name.replace('env.', ''))
    expect(known).toHaveLength(5)
    for (const name of known) expect(readme).toContain(`| \`${name}\` |`)
  })

  it('has hosts start a server whose arguments are those of the binary', () => {
    const [text = '{}'] = blocksOf('## Connect an agent', 'json')
    const { args } = JSON.parse(text).mcpServers.foundry
    expect(args.slice(1)).toEqual(['serve', '--stdio'])
    const [toml = ''] = blocksOf('## Connect an agent', 'toml')
    expect(toml).toContain(JSON.stringify(args).replaceAll(',', ', '))
  })
})
