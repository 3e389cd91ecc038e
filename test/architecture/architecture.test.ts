import { dirname, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folders } from './folders.ts'
import {
  type Import,
  type Source,
  importsIn,
  isNamedAfterExports,
  isTest,
  lineCount,
  readSources,
  specifiersIn,
} from './sources.ts'

const base = 'packages/toolaccord/src'
const framework = readSources(base).filter(({ path }) => !isTest(path))
const everything = ['packages', 'servers', 'examples', 'bench', 'test'].flatMap(readSources)
const imports = importsIn(framework)

const folderOf = (path: string) => relative(base, dirname(path)).replaceAll('\\', '/') || '.'
const levelOf = (path: string) => folders.findIndex((folder) => folder.path === folderOf(path))
const reasonOf = (path: string) =>
  folders[levelOf(path)]?.reason ?? 'it is in no folder that is listed'
const explain = ({ from, to }: Import) =>
  `${from} must not import ${to}: ${folderOf(from)} is below it, because it is ${reasonOf(from)}`

/** Folders in a circle, each importing the next. */
function findCycles(edges: readonly Import[]): readonly string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const follow = (folder: string, trail: readonly string[]) => {
    if (trail.includes(folder)) {
      cycles.push([...trail.slice(trail.indexOf(folder)), folder].join(' → '))
      return
    }
    if (done.has(folder)) return
    for (const { from, to } of edges) if (from === folder) follow(to, [...trail, folder])
    done.add(folder)
  }
  for (const { from } of edges) follow(from, [])
  return cycles
}

/** The same imports between folders instead of files. */
const betweenFolders = (all: readonly Import[]): readonly Import[] => [
  ...new Map(
    all
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to)
      .map((edge) => [`${edge.from} ${edge.to}`, edge]),
  ).values(),
]

describe('the folders of the framework', () => {
  it('are all listed, and every listed one exists', () => {
    expect(framework.filter(({ path }) => levelOf(path) === -1).map(({ path }) => path)).toEqual([])
    const used = new Set(framework.map(({ path }) => folderOf(path)))
    expect(folders.filter(({ path }) => !used.has(path))).toEqual([])
  })

  it('import only what is below them', () => {
    const upwards = imports.filter(({ from, to }) => levelOf(to) > levelOf(from))
    expect(upwards.map(explain)).toEqual([])
  })

  it('have no cycle, types included', () => {
    expect(findCycles(betweenFolders(imports))).toEqual([])
    expect(findCycles(imports)).toEqual([])
  })

  it('are small: at most 15 sources each, and two in the root', () => {
    const sizes = new Map<string, Source[]>()
    for (const source of framework) {
      const folder = folderOf(source.path)
      sizes.set(folder, [...(sizes.get(folder) ?? []), source])
    }
    const large = [...sizes].filter(([, sources]) => sources.length > 15)
    expect(large.map(([folder, sources]) => `${folder}: ${sources.length}`)).toEqual([])
    expect(sizes.get('.')?.map(({ path }) => path)).toEqual([
      `${base}/index.ts`,
      `${base}/server.ts`,
    ])
  })
})

describe('the digest', () => {
  const all = readSources('packages/digest')
  const sources = all.filter(({ path }) => !isTest(path))
  const digestImports = importsIn(sources)

  it('does not import the framework, nor do its tests', () => {
    const named = all.flatMap(({ text }) => specifiersIn(text))
    expect(named.filter((to) => /^toolaccord(\/|$)/.test(to))).toEqual([])
    const outside = importsIn(all).filter(({ to }) => !to.startsWith('packages/digest/'))
    expect(outside).toEqual([])
  })

  it('has no cycle, types included', () => {
    expect(findCycles(betweenFolders(digestImports))).toEqual([])
    expect(findCycles(digestImports)).toEqual([])
  })

  it('has small folders: at most 12 sources each', () => {
    const folderNames = sources.map(({ path }) => dirname(path))
    const isLarge = (name: string) => folderNames.filter((one) => one === name).length > 12
    expect([...new Set(folderNames)].filter(isLarge)).toEqual([])
  })
})

describe('what each part may know', () => {
  const specifiers = framework.flatMap(({ path, text }) =>
    specifiersIn(text).map((to) => ({ from: folderOf(path), to })),
  )

  it('is node:* in node/ only', () => {
    expect(
      specifiers.filter(({ from, to }) => to.startsWith('node:') && !/^node(\/|$)/.test(from)),
    ).toEqual([])
  })

  it('is each outside package in one place', () => {
    const outside = specifiers.filter(({ to }) => !/^[.#]/.test(to) && !to.startsWith('node:'))
    const uses = outside.map(({ from, to }) => `${/^(@[^/]+\/)?[^/]+/.exec(to)?.[0]} in ${from}`)
    expect([...new Set(uses)].sort()).toEqual([
      '@hono/node-server in node/http',
      '@modelcontextprotocol/server in faces/mcp',
      '@modelcontextprotocol/server in faces/mcp/sdk',
      '@modelcontextprotocol/server in node/stdio',
      '@opentelemetry/api in policies/telemetry',
      '@standard-schema/spec in schema',
      'ajv in schema',
      'bullmq in node/bullmq',
      'hono in faces/rest',
      'hono in faces/rest/pages',
      'jose in auth',
      'pg-boss in node/pg-boss',
      'pino in node/log',
      'pino-pretty in node/log',
      'rate-limiter-flexible in policies/rate-limit',
      'vitest in testing',
    ])
  })

  it('is how to run a tool in one file', () => {
    const running = framework.filter(({ text }) => /\.run\(/.test(text)).map(({ path }) => path)
    expect(running).toEqual([`${base}/run/run-tool.ts`])
  })

  it('is the face of a call in faces/ only', () => {
    const asking = framework.filter(({ text }) => /\bface [!=]==/.test(text))
    expect(asking.map(({ path }) => path).filter((path) => !path.includes('/faces/'))).toEqual([])
  })

  it('is the bare id of a caller only in logs and flags: two issuers may give out the same', () => {
    const naming = framework.filter(({ text }) => /\bcaller\??\.id\b/.test(text))
    expect(naming.map(({ path }) => path).sort()).toEqual([
      `${base}/faces/http/to-refused-caller.ts`,
      `${base}/flags/flag.ts`,
      `${base}/policies/consent/create-consent.ts`,
      `${base}/policies/create-call-lines.ts`,
      `${base}/policies/create-scopes.ts`,
    ])
  })

  it('is the framework by its public names only', () => {
    const users = everything.filter(({ path }) => !path.startsWith('packages/'))
    const reaching = users.filter(({ text }) =>
      specifiersIn(text).some((to) => /packages\/\w+\/(src|dist)/.test(to)),
    )
    expect(reaching.map(({ path }) => path)).toEqual([])
  })
})

describe('the files', () => {
  const tooLong = (sources: readonly Source[], limit: number) =>
    sources
      .filter((source) => lineCount(source) > limit)
      .map((source) => `${source.path}: ${lineCount(source)}`)

  it('are short: sources at most 300 lines, tests at most 500', () => {
    expect(
      tooLong(
        everything.filter(({ path }) => !isTest(path)),
        300,
      ),
    ).toEqual([])
    expect(
      tooLong(
        everything.filter(({ path }) => isTest(path)),
        500,
      ),
    ).toEqual([])
  })

  it('have comments of at most 100 characters a line', () => {
    const wide = everything.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const isComment = /^\s*(\/\/|\/?\*)/.test(line)
        return isComment && line.length > 100 ? [`${path}:${index + 1}`] : []
      }),
    )
    expect(wide).toEqual([])
  })

  it('have a median of at most 100 lines', () => {
    const lengths = framework.map(lineCount).toSorted((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100)
  })

  it('are named after what they export', () => {
    const named = everything.filter(({ path }) => /\/src\//.test(path) && !isTest(path))
    // A program finds these by their names.
    const others = named.filter(({ path }) => !/\/(index|server)\.ts$/.test(path))
    expect(others.filter((source) => !isNamedAfterExports(source)).map(({ path }) => path)).toEqual(
      [],
    )
  })
})
