import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/toolaccord/src')

/**
 * Files and folders from the bottom up: each may import itself and what stands before it.
 * ARCHITECTURE.md explains the order.
 */
const order = [
  'content.ts',
  'kinds.ts',
  'outcome.ts',
  'codebook.ts',
  'failure.ts',
  'json.ts',
  'canonical-json.ts',
  'concat-bytes.ts',
  'base64.ts',
  'nearest.ts',
  'log.ts',
  'redact-key.ts',
  'redact-text.ts',
  'redact.ts',
  'warnings.ts',
  'digest/',
  'archive/',
  'after.ts',
  'lazy-signal.ts',
  'request-id.ts',
  'trace-context.ts',
  'schema/',
  'contracts/',
  'fidelity/tokens/',
  'fidelity/fit/',
  'refusal.ts',
  'conversation.ts',
  'call.ts',
  'tool.ts',
  'prompt.ts',
  'resource.ts',
  'policy.ts',
  'running-request.ts',
  'stores/',
  'flags/',
  'pages/',
  'policies/',
  'parameters.ts',
  'with-parameters.ts',
  'deadline.ts',
  'pipeline.ts',
  'fidelity/',
  'tool-names.ts',
  'created-faults.ts',
  'definition.ts',
  'resource-faults.ts',
  'shape-faults.ts',
  'auth/',
  'server.ts',
  'index.ts',
  'faces/text-input.ts',
  'faces/request-id.ts',
  'faces/call-metadata.ts',
  'faces/cors-headers.ts',
  'faces/rate-limit-headers.ts',
  'faces/read-bytes.ts',
  'faces/write-envelope.ts',
  'faces/cli/',
  'faces/rest/',
  'faces/mcp/',
  'node/',
  'testing/',
]

interface Import {
  readonly from: string
  readonly to: string
}

const isSource = (path: string) => path.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(path)
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))

/** Static imports, re-exports and dynamic imports, types included. */
const importsIn = (text: string) =>
  [
    ...text.matchAll(
      /^(?:import|export)\b[^']*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].flatMap(([, ...specifiers]) => specifiers.filter((one) => one !== undefined))

const sourceFiles = filesBelow(source).filter(isSource)
const imports: Import[] = sourceFiles.flatMap((from) =>
  importsIn(readFileSync(join(source, from), 'utf8')).map((to) => ({ from, to })),
)
const internal: Import[] = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({
    from,
    to: relative(source, join(source, dirname(from), to)).replaceAll('\\', '/'),
  }))

const layerOf = (file: string) =>
  order.findIndex((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry))

describe('the architecture', () => {
  it('has a place for every file', () => {
    expect(sourceFiles.filter((file) => layerOf(file) === -1)).toEqual([])
    expect(order.filter((entry) => !sourceFiles.some((file) => file.startsWith(entry)))).toEqual([])
  })

  it('has imports that point down only', () => {
    expect(internal.filter(({ from, to }) => layerOf(to) > layerOf(from))).toEqual([])
  })

  it('has no import cycle, types included', () => {
    const targets = new Map(
      sourceFiles.map((file) => [
        file,
        internal.filter(({ from }) => from === file).map(({ to }) => to),
      ]),
    )
    const cycles: string[][] = []
    const done = new Set<string>()
    const follow = (file: string, trail: readonly string[]) => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file])
      if (trail.includes(file) || done.has(file)) return
      for (const target of targets.get(file) ?? []) follow(target, [...trail, file])
      done.add(file)
    }
    for (const file of sourceFiles) follow(file, [])
    expect(cycles).toEqual([])
  })

  it('imports node:* in node/ only', () => {
    expect(
      imports.filter(({ from, to }) => to.startsWith('node:') && !from.startsWith('node/')),
    ).toEqual([])
  })

  it('knows each outside package in one place', () => {
    const outside = imports.filter(({ to }) => !to.startsWith('.') && !to.startsWith('node:'))
    const uses = outside.map(
      ({ from, to }) => `${to.match(/^(@[^/]+\/)?[^/]+/)?.[0]} in ${from.replace(/[^/]+$/, '')}`,
    )
    expect([...new Set(uses)].sort()).toEqual([
      '@hono/node-server in node/',
      '@modelcontextprotocol/server in faces/mcp/',
      '@modelcontextprotocol/server in node/',
      '@opentelemetry/api in policies/',
      '@standard-schema/spec in schema/',
      'ajv in schema/',
      'hono in faces/rest/',
      'htmlparser2 in digest/',
      'jose in auth/',
      'pdfjs-dist in digest/',
      'pino in node/',
      'pino-pretty in node/',
      'rate-limiter-flexible in policies/',
      'snowball-stemmers in digest/',
      'vitest in testing/',
    ])
  })

  it('runs tools in one place', () => {
    expect(
      sourceFiles.filter((file) => /\.run\(/.test(readFileSync(join(source, file), 'utf8'))),
    ).toEqual(['pipeline.ts'])
  })

  it('lets nothing outside reach into the package by path', () => {
    const users = ['examples', 'test']
      .flatMap((folder) => filesBelow(join(root, folder)).map((file) => join(root, folder, file)))
      .filter((file) => /\.m?[tj]s$/.test(file))
    const reaching = users.filter((file) =>
      importsIn(readFileSync(file, 'utf8')).some((to) => /packages\/toolaccord/.test(to)),
    )
    expect(reaching.map((file) => relative(root, file))).toEqual([])
  })

  it('keeps files short: none over 300 lines, the median at most 100', () => {
    const lengths = sourceFiles.map((file) => ({
      file,
      lines: readFileSync(join(source, file), 'utf8').split('\n').length - 1,
    }))
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
    const tooLong = lengths.filter(({ lines }) => lines > 300).map(({ file }) => file)
    expect(tooLong).toEqual(['definition.ts', 'pipeline.ts', 'server.ts'])
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(100)
  })
})
