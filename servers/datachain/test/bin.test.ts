import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedData, loadExample } from '../src/node/load-data.ts'

const bin = join(import.meta.dirname, '../bin/datachain.js')
const folder = mkdtempSync(join(tmpdir(), 'datachain-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

function run(
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
  })
  return { exit: status, out: stdout, err: stderr }
}

// Each command is a process of its own, and the machine may be busy.
describe('datachain <command>', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    cpSync(join(embeddedData, 'example.yaml'), at('my-system.yaml'))
    writeFileSync(at('my-system.json'), JSON.stringify(await loadExample()))
    writeFileSync(at('broken.yaml'), 'id: [')
  })

  it('renders a file in YAML or JSON to a file', () => {
    const rendered = run(['render-datachain', 'my-system.yaml', '-o', 'my-system.html'])
    expect([rendered.exit, rendered.err]).toEqual([
      0,
      expect.stringMatching(/Wrote html to my-system\.html\.\n$/),
    ])
    expect(rendered.out).toMatch(
      /^resource_uri: datachain:\/\/documents\/[0-9a-f]{64}\nurl: .*\nsection_count: \d+\nelement_count: \d+\n/,
    )
    const html = readFileSync(at('my-system.html'), 'utf8')
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(run(['render-datachain', 'my-system.json', '-o', '-', '--quiet'])).toEqual({
      exit: 0,
      out: html,
      err: '',
    })
    expect(
      run(['render-datachain', '-', '-o', '-', '--quiet'], {
        input: readFileSync(at('my-system.yaml'), 'utf8'),
      }),
    ).toEqual({ exit: 0, out: html, err: '' })
    expect(run(['render-datachain', 'my-system.yaml', '-o', 'my-system.html'])).toMatchObject({
      exit: 4,
      out: '',
    })
    expect(
      run([
        'render-datachain',
        'my-system.yaml',
        '-o',
        'my-system.html',
        '--force',
        '--locale',
        'fr',
      ]),
    ).toMatchObject({ exit: 0 })
    expect(readFileSync(at('my-system.html'), 'utf8')).toContain('<html lang="fr">')
  })

  it('checks and resolves a file', () => {
    expect(run(['validate-datachain', 'my-system.yaml'])).toMatchObject({
      exit: 0,
      out: 'ok: true\nwarnings: -\n',
    })
    const resolved = run(['resolve-datachain', 'my-system.yaml', '--json'])
    writeFileSync(
      at('resolved.json'),
      JSON.stringify((JSON.parse(resolved.out) as { data: unknown }).data),
    )
    expect(run(['validate-resolved', 'resolved.json'])).toMatchObject({ exit: 0 })
    expect(run(['render-datachain', 'resolved.json', '-o', 'resolved.html'])).toMatchObject({
      exit: 0,
    })
    expect(existsSync(at('resolved.html'))).toBe(true)
  })

  it('names a file that cannot be read, and why', () => {
    expect(run(['validate-datachain', 'none.yaml'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("The file 'none.yaml' does not exist."),
    })
    expect(run(['validate-datachain', 'broken.yaml'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("The file 'broken.yaml' cannot be parsed: "),
    })
    writeFileSync(at('aliases.yaml'), 'a: &a [x]\nb: *a\n')
    expect(run(['validate-datachain', 'aliases.yaml'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('alias'),
    })
    writeFileSync(at('large.yaml'), `id: ${'x'.repeat(655_360)}`)
    expect(run(['validate-datachain', 'large.yaml'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('has more than 655360 bytes'),
    })
  })

  it('takes its versions from --data, before DATACHAIN_DATA', () => {
    cpSync(join(embeddedData, 'ai'), at('data/ai'), { recursive: true })
    const meta = join(folder, 'data/ai/2026-11-01/meta.yaml')
    writeFileSync(
      meta,
      readFileSync(meta, 'utf8')
        .replace('ai@2026-11-01', 'ai@2026-11-02-beta')
        .replace('stable', 'beta')
        .replace(/content_hash: .*\n/, ''),
    )
    cpSync(at('data/ai/2026-11-01'), at('data/ai/2026-11-02-beta'), { recursive: true })
    rmSync(at('data/ai/2026-11-01'), { recursive: true })
    for (const [args, env] of [
      [['--data', 'data'], { DATACHAIN_DATA: '/nowhere' }],
      [[], { DATACHAIN_DATA: at('data') }],
    ] as const) {
      expect(run([...args, 'list-schema-versions'], { env })).toMatchObject({
        exit: 0,
        out: expect.stringContaining('ai@2026-11-02-beta'),
      })
    }
    expect(run(['list-schema-versions', '--data', 'nowhere'])).toEqual({
      exit: 2,
      out: '',
      err: "error[invalid_arguments]: There is no folder 'nowhere' to read versions from.\n",
    })
    expect(run(['list-schema-versions', '--data'])).toEqual({
      exit: 2,
      out: '',
      err: 'error[bad_request]: --data needs a value.\n  hint: Give it as --data DIR.\n',
    })
  })

  it('explains itself', () => {
    expect(run(['--help']).out).toMatch(/render-datachain[^]* serve [^]*--data DIR/)
    expect(run(['serve', '--help'])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('--stdio'),
    })
    expect(run(['serve', '--prot', '1'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--prot'),
    })
    expect(run(['serve', '--port', 'x'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--port must be a number'),
    })
  })
})

describe('datachain serve', { timeout: 60_000 }, () => {
  let child: ChildProcess
  let url = ''
  let told = ''

  beforeAll(async () => {
    child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for await (const chunk of child.stderr ?? []) {
      told += String(chunk)
      url = /served at (http:\S+)\n[^]*example +\S+\n/.exec(told)?.[1] ?? ''
      if (url !== '') break
    }
  })

  it('tells where everything is', () => {
    expect(told).toBe(
      `datachain 1.0.0 is served at ${url}\n  MCP       ${url}/mcp\n  page      ${url}/\n  OpenAPI   ${url}/openapi.json\n  routes    ${url}/api/<tool>\n  example   ${url}/example\n`,
    )
  })

  it('answers at every one of them', async () => {
    const example = await fetch(`${url}/example`)
    expect([example.status, example.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(await (await fetch(`${url}/api/v2/schemas`)).json()).toMatchObject({
      ok: true,
      data: { versions: [{ id: 'ai@2026-11-01' }] },
    })
    expect(await (await fetch(`${url}/`)).text()).toContain('render_datachain')
    expect(
      (await fetch(`${url}/api/v2/schemas/ai@2026-11-01/categories`)).headers.get('cache-control'),
    ).toBe('public, max-age=86400, immutable')
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await loadExample()),
    }
    const rendered = (await (
      await fetch(`${url}/api/v2/schemas/ai@latest/render`, init)
    ).json()) as { data: { url: string } }
    expect(await (await fetch(url + rendered.data.url)).text()).toBe(await example.text())
    expect((await fetch(`${url}/api/v2/schemas/ai@latest/elements/decision/icon.svg`)).status).toBe(
      200,
    )
  })

  it('speaks MCP, and names the view of what it renders', async () => {
    const ask = async (method: string, params: object = {}) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      }
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const text = await response.text()
      return (
        JSON.parse(text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}')) as {
          readonly result: Record<string, unknown>
        }
      ).result
    }
    const { tools } = (await ask('tools/list')) as unknown as {
      tools: { name: string; _meta?: object }[]
    }
    expect(
      tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [{ name, _meta }])),
    ).toEqual([
      { name: 'render_datachain', _meta: { ui: { resourceUri: 'ui://datachain/view.html' } } },
    ])
    expect(await ask('resources/read', { uri: 'ui://datachain/view.html' })).toMatchObject({
      contents: [
        {
          uri: 'ui://datachain/view.html',
          mimeType: 'text/html;profile=mcp-app',
          text: expect.stringContaining('ui/initialize'),
          _meta: { ui: { prefersBorder: true } },
        },
      ],
    })
    const called = await ask('tools/call', {
      name: 'render_datachain',
      arguments: { datachain: await loadExample() },
    })
    const { data } = called.structuredContent as { data: { resource_uri: string } }
    expect(await ask('resources/read', { uri: data.resource_uri })).toMatchObject({
      contents: [{ mimeType: 'text/html', text: expect.stringContaining('Repair desk assistant') }],
    })
  })

  it('stops when it is told to', async () => {
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('speaks MCP over standard input and output', () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    }
    const { exit, out, err } = run(['serve', '--stdio'], {
      input: `${JSON.stringify(initialize)}\n`,
    })
    expect([exit, JSON.parse(out), err]).toMatchObject([
      0,
      { result: { serverInfo: { name: 'datachain' } } },
      '',
    ])
  })
})
