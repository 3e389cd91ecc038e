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

interface RunOptions {
  readonly input?: string
  readonly env?: Record<string, string>
}

function run(args: readonly string[], { input = '', env = {} }: RunOptions = {}) {
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
    const render = ['render-datachain', 'my-system.yaml', '-o', 'my-system.html']
    const rendered = run(render)
    expect(rendered).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/Wrote html to my-system\.html\.\n$/),
    })
    expect(rendered.out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^resource_uri: datachain:\/\/documents\/[0-9a-f]{64}$/),
      expect.stringMatching(/^url: /),
      expect.stringMatching(/^section_count: \d+$/),
      expect.stringMatching(/^element_count: \d+$/),
    ])
    const html = readFileSync(at('my-system.html'), 'utf8')
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(run(['render-datachain', 'my-system.json', '-o', '-', '--quiet'])).toEqual({
      exit: 0,
      out: html,
      err: '',
    })
    const input = readFileSync(at('my-system.yaml'), 'utf8')
    expect(run(['render-datachain', '-', '-o', '-', '--quiet'], { input })).toEqual({
      exit: 0,
      out: html,
      err: '',
    })
    expect(run(render)).toMatchObject({ exit: 4, out: '' })
    expect(run([...render, '--force', '--locale', 'fr'])).toMatchObject({ exit: 0 })
    expect(readFileSync(at('my-system.html'), 'utf8')).toContain('<html lang="fr">')
  })

  it('checks and resolves a file', () => {
    expect(run(['validate-datachain', 'my-system.yaml'])).toMatchObject({
      exit: 0,
      out: 'ok: true\nwarnings: -\n',
    })
    const resolved = run(['resolve-datachain', 'my-system.yaml', '--json'])
    const { data } = JSON.parse(resolved.out) as { data: unknown }
    writeFileSync(at('resolved.json'), JSON.stringify(data))
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
    writeFileSync(at('large.yaml'), `id: ${'x'.repeat(4_194_304)}`)
    expect(run(['validate-datachain', 'large.yaml'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('has more than 4194304 bytes'),
    })
  })

  it('reads versions from --data, before DATACHAIN_DATA', () => {
    cpSync(join(embeddedData, 'ai'), at('data/ai'), { recursive: true })
    const meta = join(folder, 'data/ai/2026-11-01/meta.yaml')
    const changed = readFileSync(meta, 'utf8')
      .replace('ai@2026-11-01', 'ai@2026-11-02-beta')
      .replace('stable', 'beta')
      .replace(/content_hash: .*\n/, '')
    writeFileSync(meta, changed)
    cpSync(at('data/ai/2026-11-01'), at('data/ai/2026-11-02-beta'), { recursive: true })
    rmSync(at('data/ai/2026-11-01'), { recursive: true })
    const listed = { exit: 0, out: expect.stringContaining('ai@2026-11-02-beta') }
    const nowhere = { DATACHAIN_DATA: '/nowhere' }
    const here = { DATACHAIN_DATA: at('data') }
    const byOption = run(['--data', 'data', 'list-schema-versions'], { env: nowhere })
    expect(byOption).toMatchObject(listed)
    expect(run(['list-schema-versions'], { env: here })).toMatchObject(listed)
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

  it('has help, and names wrong options', () => {
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
  let printed = ''

  beforeAll(async () => {
    child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for await (const chunk of child.stderr ?? []) {
      printed += String(chunk)
      url = /served at (http:\S+)\n[^]*example +\S+\n/.exec(printed)?.[1] ?? ''
      if (url !== '') break
    }
  })

  const get = (path: string) => fetch(url + path)

  it('prints every address', () => {
    expect(printed.split('\n')).toEqual([
      `datachain 1.0.0 is served at ${url}`,
      `  MCP       ${url}/mcp`,
      `  page      ${url}/`,
      `  OpenAPI   ${url}/openapi.json`,
      `  routes    ${url}/api/<tool>`,
      `  example   ${url}/example`,
      '',
    ])
  })

  it('answers at each address', async () => {
    const example = await get('/example')
    expect(example.status).toBe(200)
    expect(example.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const schemas = await get('/api/v2/schemas')
    expect(await schemas.json()).toMatchObject({
      ok: true,
      data: { versions: [{ id: 'ai@2026-11-01' }] },
    })
    const page = await get('/')
    expect(await page.text()).toContain('render_datachain')
    const categories = await get('/api/v2/schemas/ai@2026-11-01/categories')
    expect(categories.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
    const icon = await get('/api/v2/schemas/ai@latest/elements/decision/icon.svg')
    expect(icon.status).toBe(200)
  })

  it('renders the example that it shows', async () => {
    const response = await fetch(`${url}/api/v2/schemas/ai@latest/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await loadExample()),
    })
    const { data } = (await response.json()) as { data: { url: string } }
    const rendered = await get(data.url)
    const example = await get('/example')
    expect(await rendered.text()).toBe(await example.text())
  })

  async function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const text = await response.text()
    const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}')
    const message = JSON.parse(json) as { readonly result: Record<string, unknown> }
    return message.result
  }

  it('speaks MCP, and names the view of what it renders', async () => {
    const { tools } = (await ask('tools/list')) as unknown as {
      tools: { name: string; _meta?: object }[]
    }
    const shown = tools.filter(({ _meta }) => _meta !== undefined)
    expect(shown.map(({ name, _meta }) => ({ name, _meta }))).toEqual([
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

  it('stops at SIGTERM', async () => {
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
