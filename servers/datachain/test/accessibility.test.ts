import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBrowserMissing, launchBrowser, openDocument } from './browser.ts'
import { renderEverything, renderExample, renderLong } from './documents.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const [desktop, phone] = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
]

const documents: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['the example', () => renderExample('en')],
  ['the example in French', () => renderExample('fr')],
  ['a document with every feature', () => renderEverything('en')],
  ['a document with every feature in French', () => renderEverything('fr')],
  ['a document with texts that are too long', renderLong],
]
const readers: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a desktop', { viewport: desktop, colorScheme: 'light' }],
  ['on a desktop at night', { viewport: desktop, colorScheme: 'dark' }],
  ['on a phone', { viewport: phone, colorScheme: 'light' }],
  ['on a phone at night', { viewport: phone, colorScheme: 'dark' }],
  ['with strong contrast', { viewport: desktop, contrast: 'more', forcedColors: 'active' }],
]

/** What axe finds, each rule with the places that break it. */
async function violationsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly: tags }),
    standards,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
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
        await page
          .locator('details')
          .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
        expect(await violationsIn(page)).toEqual([])
        await close()
      },
      60_000,
    )
  })

  test('is judged by what can find a violation', async () => {
    const { page, close } = await openDocument(
      browser,
      (await renderExample('en')).replace(' alt=""', '').replace('<html lang="en">', '<html>'),
    )
    expect((await violationsIn(page)).map((found) => found.split(':')[0])).toEqual(
      expect.arrayContaining(['html-has-lang', 'image-alt']),
    )
    await close()
  }, 60_000)
})
