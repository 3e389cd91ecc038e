import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBrowserMissing, launchBrowser, openDocument } from './browser.ts'
import { renderEverything, renderExample, renderLong } from './documents.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const desktop = { width: 1280, height: 900 }
const phone = { width: 360, height: 740 }

const documents: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['the example', () => renderExample('en')],
  ['the example in French', () => renderExample('fr')],
  ['a document with every feature', () => renderEverything('en')],
  ['a document with every feature in French', () => renderEverything('fr')],
  ['a document with texts that are too long', renderLong],
]
const readers: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a desktop', { viewport: desktop, colorScheme: 'light' }],
  ['on a dark desktop', { viewport: desktop, colorScheme: 'dark' }],
  ['on a phone', { viewport: phone, colorScheme: 'light' }],
  ['on a dark phone', { viewport: phone, colorScheme: 'dark' }],
  ['with strong contrast', { viewport: desktop, contrast: 'more', forcedColors: 'active' }],
]

/** The violations that axe finds: each rule with the places that break it. */
async function violationsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly: tags }),
    standards,
  )
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target }) => target.join(' '))
    return `${id}: ${places.join(', ')}`
  })
}

describe.skipIf(isBrowserMissing)('accessibility', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  describe.each(documents)('of %s', (_, render) => {
    test.each(readers)(
      'has no violation %s',
      async (_, options) => {
        const { page, close } = await openDocument(browser, await render(), options)
        await page.locator('details').evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '')
        })
        expect(await violationsIn(page)).toEqual([])
        await close()
      },
      60_000,
    )
  })

  test('is checked by rules that find a violation', async () => {
    const example = await renderExample('en')
    const broken = example.replace(' alt=""', '').replace('<html lang="en">', '<html>')
    const { page, close } = await openDocument(browser, broken)
    const violations = await violationsIn(page)
    expect(violations.map((found) => found.split(':')[0])).toEqual(
      expect.arrayContaining(['html-has-lang', 'image-alt']),
    )
    await close()
  }, 60_000)
})
