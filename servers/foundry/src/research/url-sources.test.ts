import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Research } from './research.ts'
import { type OpenedResearch, openResearch } from './testing/open-research.ts'

interface Page {
  readonly type?: string | undefined
  readonly body: Uint8Array
}

const pages = new Map<string, Page>()
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page === undefined) {
    response.writeHead(404).end()
    return
  }
  if (page.type !== undefined) response.setHeader('content-type', page.type)
  response.end(page.body)
})

let opened: OpenedResearch
let research: Research
let root: string
let id: string

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // The cast holds because the server listens on a port.
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  opened = await openResearch({ fetch: { allowHosts: ['127.0.0.1'] } })
  research = opened.research
  id = (await research.start({ question: 'Why do corals bleach?' })).id
})

afterAll(async () => {
  await opened.remove()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

/** Adds a page of the server as a source. */
async function addPage(path: string, type: string | undefined, body: string | Uint8Array) {
  pages.set(path, { type, body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body })
  const { results } = await research.addSources(id, [{ kind: 'url', value: `${root}${path}` }])
  return results[0]
}

async function drawPdf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage().drawText(text, { font })
  return document.save()
}

describe('a page at an address', () => {
  it('is a source with its address, its title and its text', async () => {
    const html = '<!doctype html><title>Reefs</title><script>x()</script><p>Corals bleach.'
    expect(await addPage('/reefs', 'text/html; charset=utf-8', html)).toMatchObject({
      ok: true,
      source: { kind: 'url', origin: `${root}/reefs`, title: 'Reefs', document_type: 'text/html' },
    })
  })

  it('is decoded by the charset of its header, or its own', async () => {
    const byHeader = await addPage('/1', 'text/plain; charset=iso-8859-1', 'Riff-Fl\xe4che.')
    const own = '<html><meta charset="iso-8859-1"><title>Riff-Fl\xe4che.</title>x'
    const byPage = await addPage('/2', 'text/html', own)
    for (const result of [byHeader, byPage])
      expect(result).toMatchObject({ source: { title: 'Riff-Fläche.' } })
  })

  it('is a PDF if it is one, with or without a type', async () => {
    const pdf = await drawPdf('Corals bleach.')
    for (const [path, type] of [['/a.pdf', 'application/pdf'], ['/b'], ['/c.html']] as const)
      expect(await addPage(path, type, pdf)).toMatchObject({
        source: { document_type: 'application/pdf', pages: [{ page: 1 }] },
      })
  })

  it('with the wrong content type is refused with both types', async () => {
    const pdf = await drawPdf('Corals bleach.')
    const page = '<!doctype html><p>Please log in.'
    expect(await addPage('/d', 'text/html', pdf)).toMatchObject({
      ok: false,
      origin: `${root}/d`,
      code: 'UNREADABLE_SOURCE',
      message:
        "The document cannot be read: its content type is 'text/html', but its content is a PDF.",
    })
    for (const [type, body] of [
      ['application/pdf', page],
      ['image/png', page],
      ['application/zip', 'PK\x03\x04'],
    ] as const)
      expect(await addPage('/e', type, body)).toMatchObject({
        ok: false,
        code: 'UNREADABLE_SOURCE',
        details: { claimed: expect.stringContaining(type) },
      })
  })

  it('that is missing or private fails alone', async () => {
    await addPage('/f', 'text/plain', 'Corals bleach.')
    const { results } = await research.addSources(id, [
      { kind: 'url', value: `${root}/missing` },
      { kind: 'url', value: 'http://169.254.169.254/' },
      { kind: 'url', value: `${root}/f` },
    ])
    expect(results).toMatchObject([
      { ok: false, code: 'FETCH_FAILED', details: { status: 404 } },
      { ok: false, code: 'BLOCKED_HOST' },
      { ok: true, isKnown: true },
    ])
  })
})
