import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { morph } from './morph.ts'

const executablePath = '/usr/bin/chromium'
const isBrowserMissing = !existsSync(executablePath) && !process.env.ALL_INSTALLED

/** Small documents in which the same keys, elements and texts come again in other places. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('one', 'two', ' ', ''),
    fc
      .tuple(
        fc.constantFrom('p', 'b', 'i'),
        fc.constantFrom('', ' id="a"', ' id="b"', ' data-key="c"', ' class="d"', ' class="e"'),
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([name, attribute, inside]) => `<x-${name}${attribute}>${inside.join('')}</x-${name}>`),
  ),
}))
const documents = fc.array(tree, { maxLength: 5 }).map((all) => all.join(''))

/** Morphs one document to another in the browser, and returns both and the number of changes. */
const run = (page: Page, from: string, to: string) =>
  page.evaluate(
    ([from, to]) => {
      // The cast names the function that the page was given.
      const { morph: run } = globalThis as unknown as { morph: typeof morph }
      const [old, wanted] = [document.createElement('div'), document.createElement('div')]
      old.innerHTML = from
      wanted.innerHTML = to
      const changes = run(old, wanted)
      return { got: old.innerHTML, wanted: wanted.innerHTML, changes, again: run(old, wanted) }
    },
    [from, to] as const,
  )

describe.skipIf(isBrowserMissing)('an element that becomes like another one', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath })
    page = await browser.newPage()
    await page.addScriptTag({ content: `globalThis.morph = ${morph}` })
  }, 60_000)
  afterAll(() => browser?.close())

  test('is like it, whatever both were, and needs no change after that', async () => {
    await fc.assert(
      fc.asyncProperty(documents, documents, async (from, to) => {
        const { got, wanted, again } = await run(page, from, to)
        expect(got).toBe(wanted)
        expect(again).toBe(0)
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test('is not touched if it is like it already', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (html) => {
        const { changes } = await run(page, html, html)
        expect(changes).toBe(0)
      }),
    )
  }, 60_000)
})
