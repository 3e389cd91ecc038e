import { describe, expect, it } from 'vitest'
import { renderDatachain } from './render-datachain.ts'
import { readDocument } from './testing/read-document.ts'
import { sampleResolved } from './testing/sample-resolved.ts'

const inEnglish = (value: string) => [{ locale: 'en', value }]
const documents = ['en', 'fr', 'es'].map(
  (locale) => [locale, renderDatachain(sampleResolved, { locale })] as const,
)

describe.each(documents)('the document in %s', (_, html) => {
  const page = readDocument(html)

  it('is balanced, with unique ids and links that lead somewhere', () => {
    expect(page.faults).toEqual([])
  })

  it('allows its own style and data images, and nothing else', () => {
    const policy = page.tags.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )?.attributes['content']
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(page.all('script')).toEqual([])
    const names = page.tags.flatMap(({ attributes }) => Object.keys(attributes))
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
  })

  it('has its landmarks once, a way past the header, and headings without a gap', () => {
    for (const name of ['header', 'nav', 'main', 'footer', 'h1', 'title'])
      expect(page.all(name)).toHaveLength(1)
    expect(page.find('a')?.attributes).toMatchObject({ class: 'skip', href: '#content' })
    const levels = page.tags
      .map(({ name }) => /^h([1-6])$/.exec(name)?.[1])
      .filter((level) => level !== undefined)
      .map(Number)
    for (const [at, level] of levels.entries())
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  it('has an alternative text for each image and hides decoration', () => {
    for (const { attributes } of page.all('img')) expect(attributes).toHaveProperty('alt', '')
    for (const { attributes } of page.all('svg'))
      expect(attributes).toHaveProperty('aria-hidden', 'true')
  })

  it('has text in every link, heading, summary and term', () => {
    for (const name of ['a', 'h1', 'h2', 'h3', 'summary', 'dt', 'dd'])
      for (const { text } of page.all(name)) expect(text.trim()).not.toBe('')
  })
})

describe('the language of the document', () => {
  it('is the one asked for, in its own words too', () => {
    const page = readDocument(renderDatachain(sampleResolved, { locale: 'fr' }))
    expect(page.find('html')?.attributes['lang']).toBe('fr')
    expect(page.all('h2').map(({ text }) => text)).toContain('Sources et citations')
    expect(page.find('p', 'origin')?.text).toBe('Modèle : sample-model-1 · 1 février 2026')
  })

  it('falls back to English, then to the first, each marked', () => {
    const resolved = {
      ...sampleResolved,
      title: inEnglish('Only English'),
      description: [
        { locale: 'ar', value: 'نص' },
        { locale: 'pt', value: 'texto' },
      ],
    }
    const page = readDocument(renderDatachain(resolved, { locale: 'fr' }))
    const marked = page
      .all('span')
      .filter(({ attributes }) => 'lang' in attributes)
      .map(({ text, attributes }) => [text, attributes])
    expect(marked.slice(0, 2)).toEqual([
      ['Only English', { lang: 'en' }],
      ['نص', { lang: 'ar', dir: 'rtl' }],
    ])
    expect(page.find('title')).toMatchObject({ text: 'Only English', attributes: { lang: 'en' } })
    expect(marked).toContainEqual(['Weather', { lang: 'en' }])
  })

  it('is marked on a text around a value of another language', () => {
    const html = renderDatachain(sampleResolved, { locale: 'fr' })
    expect(html).toContain('<span lang="en">Deleted after <span class="filled">30 jours</span>')
  })

  it('is English if there are no words for the one asked for, and texts in that are marked', () => {
    const title = [{ locale: 'es', value: 'Autobuses' }, ...inEnglish('Buses')]
    const page = readDocument(renderDatachain({ ...sampleResolved, title }, { locale: 'es' }))
    expect(page.find('html')?.attributes['lang']).toBe('en')
    expect(page.find('h1')?.text).toBe('Autobuses')
    expect(page.find('title')?.attributes).toEqual({ lang: 'es' })
    expect(page.all('h2').map(({ text }) => text)).toContain('Purpose')
  })
})
