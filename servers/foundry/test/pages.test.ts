import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSpecPage, toSpecsPage, toSpecsView, toSpecView } from '../src/pages/index.ts'
import { isBrowserMissing, launchBrowser, openPage } from './browser.ts'
import {
  emptySpec,
  loginProofs,
  loginRunning,
  loginSpec,
  toHostileSpec,
  toLargeSpec,
} from './sample-specs.ts'
import { type PageServer, servePages } from './serve-pages.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const desktop = { width: 1280, height: 900 }
const phone = { width: 375, height: 740 }
const may = { actions: ['approve', 'comment', 'answer', 'cancel'] } as const

const filed = [
  { folder: 'active', spec: loginSpec, running: loginRunning },
  { folder: 'pending', spec: emptySpec, running: {} },
]
const faults = [{ file: 'specs/active/broken.json', message: 'Line 14 has a merge marker.' }]
const pages: Readonly<Record<string, string>> = {
  'the page of all specs': toSpecsPage(toSpecsView(filed, faults)),
  'the page of no specs': toSpecsPage(toSpecsView([])),
  'a spec at work': toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs, { may })),
  'a spec for readers': toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs)),
  'an empty spec': toSpecPage(toSpecView(emptySpec, {}, {}, { may })),
  'a hostile spec': toSpecPage(toSpecView(toHostileSpec(), {}, {}, { may })),
}
const pathOf = (name: string) => `/plans/${encodeURIComponent(name)}`
const large = '/plans/large'

const readers: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a desktop', { viewport: desktop, colorScheme: 'light' }],
  ['on a dark desktop', { viewport: desktop, colorScheme: 'dark' }],
  ['on a phone', { viewport: phone, colorScheme: 'light' }],
  ['on a dark phone', { viewport: phone, colorScheme: 'dark' }],
  ['with strong contrast', { viewport: desktop, contrast: 'more', forcedColors: 'active' }],
]

/** Opens every fold, as a reader could. */
const unfold = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })

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

/** The widest that a page is, and what is outside of the screen. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** The focused element: its place among all that can have the focus, and if it is seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (element === null || element === document.body) return undefined
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return { isInside, name: element.localName, top }
  })

describe.skipIf(isBrowserMissing)('in a browser', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    browser = await launchBrowser()
    server = await servePages()
    for (const [name, page] of Object.entries(pages)) server.pages.set(pathOf(name), page)
    server.pages.set(large, toSpecPage(toSpecView(toLargeSpec(500), {}, {}, { may })))
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const open = (path: string, options?: BrowserContextOptions) =>
    openPage(browser, server.url + path, options)

  /** Opens a page, unfolds it and expects it to be accessible and to fit its screen. */
  async function inspect(name: string, options: BrowserContextOptions): Promise<void> {
    const { page, complaints, close } = await open(pathOf(name), options)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await unfold(page)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await violationsIn(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  }

  describe.each(['the page of all specs', 'a spec at work'])('%s', (name) => {
    test.each(readers)(
      'has no violation and fits %s',
      (_, options) => inspect(name, options),
      60_000,
    )
  })

  test.each(['the page of no specs', 'an empty spec', 'a hostile spec'])(
    '%s has no violation and fits on a phone',
    (name) => inspect(name, { viewport: phone }),
    60_000,
  )

  test('rules are used that find a violation', async () => {
    const broken = (pages['a spec at work'] ?? '').replace('<html lang="en">', '<html>')
    server.pages.set('/broken', broken.replaceAll(/ aria-label="[^"]*"/g, ''))
    const { page, close } = await open('/broken')
    const found = await violationsIn(page)
    expect(found.map((one) => one.split(':')[0])).toEqual(
      expect.arrayContaining(['html-has-lang', 'svg-img-alt']),
    )
    await close()
  })

  test('hostile texts change nothing, and every policy is kept', async () => {
    const { page, complaints, close } = await open(pathOf('a hostile spec'))
    await unfold(page)
    expect(await page.title()).toContain('</style></title><script>')
    expect(await page.locator('img, iframe, main script').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('everything can be reached by keyboard, in the order in which it is seen', async () => {
    const { page, close } = await open(pathOf('a spec at work'), { viewport: desktop })
    const all = await page.evaluate(() => {
      const fields = 'a[href], summary, button, textarea, input:not([type=hidden]), .graph'
      const isShown = (one: Element) => one.checkVisibility({ contentVisibilityAuto: true })
      return [...document.querySelectorAll(fields)].filter(isShown).length
    })
    const reached: string[] = []
    for (let pressed = 0; pressed < all; pressed++) {
      await page.keyboard.press('Tab')
      const found = await focused(page)
      expect(found).toMatchObject({ isInside: true })
      reached.push(found?.name ?? '')
    }
    expect(reached).toHaveLength(all)
    expect(new Set(reached)).toEqual(
      new Set(['a', 'summary', 'button', 'textarea', 'input', 'div']),
    )
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBeUndefined()
    await close()
  }, 60_000)

  describe('without script', () => {
    const plain = { javaScriptEnabled: false, viewport: phone }

    test('a link to a task unfolds its phase and itself', async () => {
      const { page, close } = await open(`${pathOf('a spec for readers')}#node-task-1-2`, plain)
      const files = page.locator('#node-task-1-2').getByText('src/password/hash.ts').first()
      await files.waitFor({ state: 'visible' })
      expect(await page.locator('#node-task-1-1').isVisible()).toBe(false)
      await close()
    })

    test('a form is sent with the part that it is about', async () => {
      const { page, close } = await open(pathOf('a spec at work'), plain)
      const task = page.locator('#node-task-2-2')
      await task.getByLabel('What did you look at?').fill('The sixth attempt "waits"')
      await task.getByRole('button', { name: 'Approve' }).click()
      expect(server.posts.at(-1)).toEqual({
        path: '/specs/login-2026-11-02-001/reviews',
        fields: {
          task_id: 'task-2-2',
          verdicts: '[]',
          summary: 'The sixth attempt "waits"',
        },
      })
      await close()
    })

    test('a link loads the page again', async () => {
      const { page, close } = await open(pathOf('a spec for readers'), plain)
      const before = server.statuses.length
      await page.getByRole('link', { name: 'Refresh' }).click()
      await page.waitForLoadState()
      expect(server.statuses.length).toBeGreaterThan(before)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      await close()
    })
  })

  test('the picture has a link to each task that is in it', async () => {
    const { page, close } = await open(pathOf('a spec for readers'), { viewport: desktop })
    await page.getByRole('link', { name: 'Pending Write the page for operators' }).click()
    await page.locator('#node-task-3-2').getByText('docs/operators.md').waitFor()
    await close()
  })

  test('is printed unfolded, without navigation, forms and links to act', async () => {
    const { page, close } = await open(pathOf('a spec at work'), { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    for (const gone of ['.bar', '.sections', 'form', '.act'])
      expect(await page.locator(gone).first().isVisible()).toBe(false)
    expect(await page.getByText('src/password/hash.ts').first().isVisible()).toBe(true)
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(255, 255, 255)')
    await close()
  })

  test('500 tasks are folded by phase, and the phases are drawn', async () => {
    const { page, close } = await open(large, { viewport: phone })
    expect(await page.locator('.phase').count()).toBe(10)
    expect(await page.locator('.phase > details[open]').count()).toBe(1)
    expect(await page.locator('.node').count()).toBe(10)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await close()
  })
})
