import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/**
 * Whether tests in a browser are left out: where everything was installed a missing browser is a
 * failure, elsewhere it is told.
 */
export const isBrowserMissing = !existsSync(executablePath) && !process.env.ALL_INSTALLED
if (isBrowserMissing)
  console.warn(
    `SKIPPED: documents are not tested in a browser. Install Debian's chromium, which is looked for at ${executablePath}.`,
  )

/** The browser, without a window. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath })

/** A document as a browser shows it. */
export interface OpenDocument {
  readonly page: Page
  /** What the browser wrote to its console, a breach of the policy for one. */
  readonly complaints: readonly string[]
  /** The addresses that the document asked for. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

const address = 'https://document.test/'

/** Opens a document as if it came from a server; every other request is noted and refused. */
export async function openDocument(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<OpenDocument> {
  const context = await browser.newContext(options)
  const [complaints, requests]: [string[], string[]] = [[], []]
  await context.route('**/*', async (route) => {
    if (route.request().url().split('#')[0] === address)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    requests.push(route.request().url())
    return route.abort()
  })
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (thrown) => complaints.push(thrown.message))
  await page.goto(address)
  return { page, complaints, requests, close: () => context.close() }
}
