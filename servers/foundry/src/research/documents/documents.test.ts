import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib'
import { afterAll, describe, expect, it } from 'vitest'
import { charsetOfHeader, claimOfHeader, claimOfName } from './claims.ts'
import { decodeText } from './decode-text.ts'
import { readConfinedFile } from './read-confined-file.ts'
import { readDocument } from './read-document.ts'

const folder = await mkdtemp(join(tmpdir(), 'documents-'))
const root = join(folder, 'repository')
const roots = [root]
await mkdir(join(root, '.git'), { recursive: true })
await writeFile(join(folder, 'secret.txt'), 'secret')
await writeFile(join(root, '.git', 'config'), 'secret')
await writeFile(join(root, 'plan.md'), 'A plan.')
await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
await symlink('plan.md', join(root, 'inner.md'))
await symlink(folder, join(root, 'up'))

afterAll(() => rm(folder, { recursive: true }))

async function drawPdf(pages: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages) document.addPage([600, 800]).drawText(text, { x: 40, y: 700, font })
  return document.save()
}

const pdf = await drawPdf(['Corals bleach.', 'Fish leave.'])
const html = Buffer.from('<!DOCTYPE html><title>A &amp; B</title><p>Corals bleach.</p>')
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')
const named = (name: string, bytes: Uint8Array) =>
  readDocument({ origin: name, bytes, claim: claimOfName(name) })
const served = (type: string, bytes: Uint8Array) =>
  readDocument({ origin: 'x', bytes, claim: claimOfHeader(type), charset: charsetOfHeader(type) })

describe('a document that lies about its type', () => {
  it.each([
    ['a PDF named .txt', 'a.txt', pdf, "'.txt', but its content is a PDF"],
    ['HTML named .pdf', 'a.pdf', html, "'.pdf', but its content is HTML"],
    ['HTML named .md', 'a.md', html, "'.md', but its content is HTML"],
    ['a PDF named .html', 'a.html', pdf, "'.html', but its content is a PDF"],
    ['text named .pdf', 'a.pdf', Buffer.from('text'), "'.pdf', but its content is plain text"],
    ['a picture named .md', 'a.md', png, "'.md', but its content is a PNG picture"],
    ['binary data named .md', 'a.md', Buffer.alloc(9), "'.md', but its content is binary data"],
    ['a picture without an ending', 'a', png, 'read: its content is a PNG picture'],
  ])('is refused with both types: %s', async (_what, name, bytes, words) => {
    await expect(named(name, bytes)).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    ['image/png', html],
    ['image/png', png],
    ['text/html', pdf],
    ['application/pdf', html],
    ['text/plain; charset=utf-8', html],
  ])('is refused if its server sends it as %s', async (type, bytes) => {
    await expect(served(type, bytes)).rejects.toMatchObject({ code: 'UNREADABLE_SOURCE' })
  })
})

describe('a document', () => {
  it('is read as what it is', async () => {
    expect(await named('a.pdf', pdf)).toMatchObject({
      type: 'application/pdf',
      title: 'Corals bleach.',
      document: { text: 'Corals bleach.\n\nFish leave.', pages: [{ page: 1 }, { page: 2 }] },
    })
    expect(await named('a.html', html)).toMatchObject({
      type: 'text/html',
      title: 'A & B',
      document: { text: 'Corals bleach.' },
    })
    const markdown = '# Reefs\n\n<p align="center">x</p>'
    expect(await named('a.md', Buffer.from(markdown))).toMatchObject({
      type: 'text/plain',
      title: 'Reefs',
      document: { text: markdown },
    })
    const about = Buffer.from('# PDF\n\nA PDF begins with %PDF-1.7.')
    expect(await named('b.md', about)).toMatchObject({ type: 'text/plain', title: 'PDF' })
    const late = Buffer.concat([Buffer.from('\0\0'), pdf])
    expect(await named('late.pdf', late)).toMatchObject({ type: 'application/pdf' })
    expect(await served('application/octet-stream', pdf)).toMatchObject({ type: 'application/pdf' })
    expect(await served('text/html', Buffer.from('<p>Part'))).toMatchObject({ type: 'text/html' })
    expect(await served('application/ld+json', Buffer.from('{}'))).toMatchObject({
      type: 'text/plain',
    })
  })

  it('has a short title', async () => {
    const { title } = await named('a.txt', Buffer.from('🐟'.repeat(200)))
    expect(title).toBe(`${'🐟'.repeat(119)}…`)
  })

  it('says which limit it is over', async () => {
    const raw = { origin: 'a', bytes: pdf, claim: claimOfName('a.pdf') }
    await expect(readDocument(raw, { limits: { maxPages: 1 } })).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      options: { details: { reason: 'too_many_pages', limit: { max_pages: 1 } } },
    })
    await expect(readDocument(raw, { limits: { maxUnpackedBytes: 10 } })).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      options: { details: { reason: 'too_large' } },
    })
  })

  it('that is a bomb is stopped, and says at which limit', async () => {
    const document = await PDFDocument.create()
    const { context } = document
    const content = context.register(context.flateStream(' '.repeat(80_000_000)))
    document.addPage().node.set(PDFName.of('Contents'), content)
    const bomb = await document.save()
    expect(bomb.length).toBeLessThan(200_000)
    await expect(named('bomb.pdf', bomb)).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      message: 'A stream of the PDF unpacks to more than 67108864 bytes.',
      options: { details: { reason: 'too_large', limit: { max_unpacked_bytes: 67_108_864 } } },
    })
  })

  it('needs text', async () => {
    const blank = await drawPdf([''])
    await expect(named('scan.pdf', blank)).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      options: { hint: expect.stringContaining('text recognition') },
    })
    await expect(named('a.txt', Buffer.from(''))).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
    })
  })
})

describe('a text', () => {
  it.each([
    ['by its mark', Buffer.from('\uFEFFä', 'utf16le'), { charset: 'latin1', isHtml: false }],
    ['by its header', Buffer.from([0xe4]), { charset: 'iso-8859-1', isHtml: false }],
    ['as UTF-8', Buffer.from('ä'), { isHtml: false }],
    ['as Windows-1252 if it is not UTF-8', Buffer.from([0xe4]), { isHtml: true }],
  ])('is decoded %s', (_how, bytes, options) => {
    expect(decodeText(bytes, options)).toBe('ä')
  })

  it('is decoded as its page says', () => {
    const page = Buffer.from('<meta charset="windows-1251">\xe4', 'latin1')
    expect(decodeText(page, { isHtml: true })).toMatch(/д$/)
    expect(decodeText(page, { isHtml: false })).toMatch(/ä$/)
  })

  it('of an unknown charset is refused', () => {
    const decode = () => decodeText(Buffer.from('a'), { charset: 'klingon', isHtml: false })
    expect(decode).toThrow("'klingon' is not known")
  })
})

describe('a file', () => {
  const options = { roots, maxBytes: 100 }

  it('is read in the repository, through links too', async () => {
    for (const path of ['plan.md', './plan.md', 'inner.md', join(root, 'plan.md')]) {
      const file = await readConfinedFile(path, options)
      const { bytes, modifiedAt } = file
      expect(file.path).toBe('plan.md')
      expect(Buffer.from(bytes).toString()).toBe('A plan.')
      expect(modifiedAt).toBeInstanceOf(Date)
    }
  })

  it.each([
    '../secret.txt',
    'link.txt',
    'up/secret.txt',
    '../missing',
    '/etc/passwd',
    '.git/config',
    '.',
    '',
    'a\0b',
    'x'.repeat(5_000),
  ])('outside of it is refused: %j', async (path) => {
    await expect(readConfinedFile(path, options)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  it('that is missing, too large, or not a file is named', async () => {
    await expect(readConfinedFile('missing.md', options)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "There is no file 'missing.md'.",
    })
    await expect(readConfinedFile('plan.md', { roots, maxBytes: 3 })).rejects.toMatchObject({
      code: 'UNREADABLE_SOURCE',
      message: "The file 'plan.md' has more than 3 bytes.",
    })
    await mkdir(join(root, 'folder'), { recursive: true })
    execFileSync('mkfifo', [join(root, 'pipe')])
    for (const path of ['folder', 'pipe'])
      await expect(readConfinedFile(path, options)).rejects.toMatchObject({
        message: `The file '${path}' is not a file.`,
      })
  })

  it('is nowhere without a repository', async () => {
    await expect(readConfinedFile('plan.md', { roots: [], maxBytes: 3 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})
