import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** True if tests in a browser are skipped; if ALL_INSTALLED is set, they fail instead. */
export const isBrowserMissing = !existsSync(executablePath) && !process.env.ALL_INSTALLED
if (isBrowserMissing)
  console.warn(
    'SKIPPED: documents are not tested in a browser. ' +
      `Install Debian's chromium, which is expected at ${executablePath}.`,
  )

/** Starts the browser without a window. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath })

/** A document in a browser. */
export interface OpenDocument {
  readonly page: Page
  /** The lines in the browser's console, such as breaches of the policy. */
  readonly complaints: readonly string[]
  /** The addresses that the document requested. */
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
  const complaints: string[] = []
  const requests: string[] = []
  await context.route('**/*', async (route) => {
    const url = route.request().url()
    if (url.split('#')[0] === address)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    requests.push(url)
    return route.abort()
  })
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (thrown) => complaints.push(thrown.message))
  await page.goto(address)
  return { page, complaints, requests, close: () => context.close() }
}
