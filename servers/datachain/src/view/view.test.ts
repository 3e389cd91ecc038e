import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatachainServer } from '../create-datachain-server.ts'
import { loadData, loadExample } from '../node/load-data.ts'
import { toViewPage } from './to-view-page.ts'

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
if (chromium === undefined)
  console.warn('SKIPPED: the view is not tested in a browser. There is no Chromium here.')

const folder = mkdtempSync(join(tmpdir(), 'datachain-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = await toViewPage()
const server = createDatachainServer(await loadData())
const outcome = await server.call('render_datachain', {
  datachain: await loadExample(),
  inline: true,
})
if (!outcome.ok) expect.unreachable()
const { html, ...data } = outcome.data as { html: string; resource_uri: string }

/** The policy that a host must use. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join('; ')

/** The page of a host that does what the extension asks of it, and records every message. */
function hostPage(result: object, documentText: string): string {
  const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  const view = page.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  return `<!doctype html>
<meta charset="utf-8">
<iframe id="frame" sandbox="allow-scripts allow-same-origin" style="width:800px;height:600px">
</iframe>
<pre id="heard"></pre>
<script>
const heard = []
const frame = document.getElementById('frame')
const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
const inside = () => frame.contentDocument
const host = {
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'host', version: '1' },
  hostCapabilities: {},
  hostContext: {},
}
const text = ${literal(documentText)}
function write() {
  const { title, documentElement, body } = inside()
  document.getElementById('heard').textContent = JSON.stringify({
    heard,
    title,
    lang: documentElement.lang,
    body: body.innerHTML,
    styles: inside().querySelectorAll('style').length,
    evil: window.evil === true,
  })
}
function click() {
  const link = inside().querySelector('a[href^="http"]')
  if (link) link.click()
}
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return
  heard.push(data)
  const { id, method, params } = data
  if (method === 'ui/initialize') send({ id, result: host })
  if (method === 'resources/read') {
    const contents = [{ uri: params.uri, mimeType: 'text/html', text }]
    send({ id, result: { contents } })
  }
  if (method === 'ui/notifications/initialized') {
    send({ method: 'ui/notifications/tool-input', params: { arguments: {} } })
    send({ method: 'ui/notifications/tool-result', params: ${literal(result)} })
    send({ id: 'teardown', method: 'ui/resource-teardown', params: {} })
    setTimeout(click, 300)
    setTimeout(write, 600)
  }
})
frame.srcdoc = ${literal(view)}
</script>`
}

interface Heard {
  readonly heard: readonly {
    readonly id?: unknown
    readonly method?: string
    readonly params?: Record<string, unknown>
    readonly result?: unknown
  }[]
  readonly title: string
  readonly lang: string
  readonly body: string
  readonly styles: number
  readonly evil: boolean
}

/** Shows a result in the view, in a browser. */
function show(result: object, documentText = html): Heard {
  const file = join(folder, 'host.html')
  writeFileSync(file, hostPage(result, documentText))
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--virtual-time-budget=5000',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--dump-dom',
    `file://${file}`,
  ]
  const { stdout } = spawnSync(chromium ?? '', args, {
    encoding: 'utf8',
    maxBuffer: 67_108_864,
    timeout: 60_000,
  })
  const text = /<pre id="heard">([^]*)<\/pre>/.exec(stdout)?.[1] ?? ''
  const json = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return JSON.parse(json) as Heard
}

describe('the view', () => {
  it('is one page of plain HTML that fetches nothing', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page.match(/<\/script>/g)).toHaveLength(1)
    expect(page).not.toMatch(/\bimport\b|https?:|__vi/)
  })

  it.skipIf(chromium === undefined)(
    'greets the host, asks it for the document and shows it',
    () => {
      const { heard, title, lang, body, styles } = show({
        content: [],
        structuredContent: { ok: true, data },
      })
      expect(heard.slice(0, 2)).toMatchObject([
        {
          method: 'ui/initialize',
          params: {
            protocolVersion: '2026-01-26',
            appInfo: { name: 'datachain' },
            appCapabilities: {},
          },
        },
        { method: 'ui/notifications/initialized' },
      ])
      expect(heard).toContainEqual(
        expect.objectContaining({ method: 'resources/read', params: { uri: data.resource_uri } }),
      )
      expect(heard).toContainEqual({ jsonrpc: '2.0', id: 'teardown', result: {} })
      expect({ title, lang, styles }).toEqual({
        title: 'Repair desk assistant',
        lang: 'en',
        styles: 1,
      })
      expect(body).toContain('id="content"')
      expect(heard).toContainEqual(
        expect.objectContaining({
          method: 'ui/open-link',
          params: { url: expect.stringMatching(/^https?:/) },
        }),
      )
      const resized = heard.findLast(({ method }) => method === 'ui/notifications/size-changed')
      expect(resized?.params).toMatchObject({ height: expect.any(Number) })
    },
  )

  it.skipIf(chromium === undefined)('runs no script of a document', () => {
    const evil =
      '<p>shown</p><script>parent.evil = true</script>' +
      '<img src="data:x" onerror="parent.evil = true">'
    const { body, evil: ran } = show({ content: [], structuredContent: { ok: true, data } }, evil)
    expect(body).toContain('<p>shown</p>')
    expect(ran).toBe(false)
  })

  it.skipIf(chromium === undefined)('says that there is nothing to show', () => {
    const failed = show({ content: [], structuredContent: { ok: false, errors: [{}, {}] } })
    expect(failed.body).toContain('There are 2 errors in the datachain')
    expect(show({ content: [] }).body).toContain('There is nothing to show.')
  })
})
