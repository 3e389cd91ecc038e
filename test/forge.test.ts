import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const yamlFiles = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yml'))
  .map((path) => join('.github', path).replaceAll('\\', '/'))
const filesIn = (folder: string) =>
  yamlFiles.filter((path) => path.startsWith(`.github/${folder}/`))

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly uses?: string
  readonly steps?: readonly Step[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: { readonly label?: string }
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly Field[]
}

const parse = (path: string) => parseDocument(read(path)).toJS() as unknown
const workflow = (path: string) => parse(path) as Workflow
const jobsOf = (path: string) => Object.values(workflow(path).jobs)
const stepsOf = (path: string) => jobsOf(path).flatMap(({ steps = [] }) => steps)
const commandsOf = (path: string) => stepsOf(path).flatMap(({ run }) => run ?? [])

describe('every YAML file of the forge', () => {
  it.each(yamlFiles)('%s can be parsed', (path) => {
    const { errors, warnings } = parseDocument(read(path))
    expect([...errors, ...warnings]).toEqual([])
  })
})

describe('a workflow', () => {
  const workflows = filesIn('workflows')

  it.each(workflows)('%s calls scripts that exist', (path) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = commandsOf(path).join('\n')
    const named = [...commands.matchAll(/npm (?:run (?<script>[\w:]+)|(?<short>test|start)\b)/g)]
    const names = named.map(({ groups }) => groups?.script ?? groups?.short ?? '')
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const files = [...commands.matchAll(/node (\S+\.mjs)/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(workflows)('%s names the major version of every action', (path) => {
    const used = [...jobsOf(path), ...stepsOf(path)].flatMap(({ uses }) => uses ?? [])
    const local = used.filter((uses) => uses.startsWith('./'))
    expect(local.filter((uses) => !existsSync(join(root, uses)))).toEqual([])
    expect(used.filter((uses) => !local.includes(uses) && !/@v\d+$/.test(uses))).toEqual([])
  })

  it.each(workflows)('%s may write nothing, unless a job says so', (path) => {
    expect(workflow(path).permissions).toEqual({ contents: 'read' })
  })
})

describe('the workflow of every change', () => {
  const path = '.github/workflows/ci.yml'

  it('runs the test command of the README on every Node that is supported', () => {
    expect(commandsOf(path)).toContain('npm install && npm test')
    expect(commandsOf(path)).toContain('npm run conformance')
    expect(workflow(path).jobs.test?.strategy?.matrix.node).toEqual([20, 22, 24])
  })

  it('installs the programs that the script for other machines installs', () => {
    const programsIn = (text: string) => /--no-install-recommends ([\w -]+)/.exec(text)?.[1]?.trim()
    const programs = programsIn(commandsOf(path).join('\n'))
    expect(programs).toContain('redis-server')
    expect(programs).toBe(programsIn(read('.ci/run').replaceAll(' > /dev/null', '')))
  })
})

describe('the workflow of a release', () => {
  const path = '.github/workflows/release.yml'

  it('tests first, then publishes with provenance and without a token', () => {
    const { test, publish } = workflow(path).jobs
    expect(test).toEqual({ uses: './.github/workflows/ci.yml' })
    expect(publish).toMatchObject({
      needs: 'test',
      permissions: { contents: 'read', 'id-token': 'write' },
    })
    expect(commandsOf(path).at(-1)).toBe('npm publish --workspaces --provenance --access public')
    expect(read(path)).not.toContain('secrets.')
  })

  it('refuses a tag that is not the version of the packages', () => {
    const check = [join(root, 'scripts/check-release.mjs'), 'v999.0.0']
    const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('toolaccord has the version')
    expect(stderr).toContain("CHANGELOG.md has no heading '## [999.0.0] - YYYY-MM-DD'")
  })
})

describe('a form for issues', () => {
  const forms = filesIn('ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'))

  it.each(forms)('%s has a name, a description, and labelled fields', (path) => {
    const { name, description, body } = parse(path) as Form
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect([name, description]).not.toContain('')
    expect(fields.length).toBeGreaterThan(2)
    expect(fields.filter(({ attributes }) => attributes.label === undefined)).toEqual([])
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  })
})
