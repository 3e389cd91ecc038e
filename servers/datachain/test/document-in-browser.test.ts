import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBrowserMissing, launchBrowser, openDocument } from './browser.ts'
import { renderEverything, renderExample, renderLong } from './documents.ts'

const documents: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['the example', () => renderExample('en')],
  ['a document with every feature', () => renderEverything('fr')],
  ['a document with texts that are too long', renderLong],
]
const phone = { viewport: { width: 320, height: 640 } }

/** The focused element: its place among all that can have the focus, and if it is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (element === null || element === document.body) return undefined
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const hasOutline = getComputedStyle(element).outlineStyle !== 'none'
    const all = [...document.querySelectorAll('a[href], summary')]
    return { place: all.indexOf(element), isShown: isInside && hasOutline }
  })

describe.skipIf(isBrowserMissing)('a document in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  test.each(documents)('%s keeps its own policy and requests nothing', async (_, render) => {
    const { page, complaints, requests, close } = await openDocument(browser, await render())
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none')
    const widths = await page
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    expect(widths).not.toContain(0)
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] })
    await close()
  })

  test.each([
    ['a script', '<script>document.title = "changed"</script>'],
    ['an event', '<svg onload="document.title = \'changed\'"></svg>'],
    ['a style', '<p style="color: red">x</p>'],
    ['an image from elsewhere', '<img alt="" src="https://elsewhere.test/x.png">'],
    ['a frame', '<iframe title="x" src="https://elsewhere.test/"></iframe>'],
  ])('its policy keeps out %s', async (_, foreign) => {
    const example = await renderExample('en')
    const changed = example.replace('</main>', `${foreign}</main>`)
    const { page, complaints, requests, close } = await openDocument(browser, changed)
    expect(await page.title()).toBe('Repair desk assistant')
    expect(complaints.join()).toContain('Content Security Policy')
    expect(requests).toEqual([])
    await close()
  })

  test.each(documents)(
    '%s can be used by keyboard, from the first link to the last',
    async (_, render) => {
      const { page, close } = await openDocument(browser, await render(), {
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      })
      const all = await page.locator('a[href], summary').count()
      const inClosed = await page.locator('details:not([open]) a[href]').count()
      const places: number[] = []
      for (let pressed = 0; pressed < all - inClosed; pressed++) {
        await page.keyboard.press('Tab')
        const found = await focused(page)
        expect(found).toMatchObject({ isShown: true })
        places.push(found?.place ?? -1)
      }
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBe(0)
      expect(places.at(-1)).toBe(all - 1)
      expect(new Set(places).size).toBe(all - inClosed)
      await close()
    },
  )

  test('works without script: folded parts open, and links lead to what they name', async () => {
    const { page, close } = await openDocument(browser, await renderExample('en'), {
      javaScriptEnabled: false,
      reducedMotion: 'reduce',
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(page.url()).toContain('#content')
    await page.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('blockquote').first().isVisible()).toBe(true)
    await page.locator('nav a').nth(5).click()
    const name = await page.locator('nav a').nth(5).textContent()
    expect(await page.locator('h2:target').textContent()).toBe(name)
    await close()
  })

  test.each(documents)('%s fits the narrowest screen', async (_, render) => {
    const { page, close } = await openDocument(browser, await render(), phone)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.viewport.width)
    await close()
  })

  test('is printed unfolded, without its navigation', async () => {
    const { page, close } = await openDocument(browser, await renderExample('en'))
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
    expect(await page.locator('blockquote').first().isVisible()).toBe(true)
    await close()
  })
})
