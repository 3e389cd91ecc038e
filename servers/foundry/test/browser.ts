import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** True if tests in a browser are skipped; if ALL_INSTALLED is set, they fail instead. */
export const isBrowserMissing = !existsSync(executablePath) && !process.env.ALL_INSTALLED
if (isBrowserMissing)
  console.warn(
    'SKIPPED: pages are not tested in a browser. ' +
      `Install Debian's chromium, which is expected at ${executablePath}.`,
  )

/** Starts the browser without a window. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath })

/** A page in a browser. */
export interface OpenPage {
  readonly context: BrowserContext
  readonly page: Page
  /** The lines in the browser's console, such as breaches of the policy. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens an address. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (thrown) => complaints.push(thrown.message))
  await page.goto(url)
  return { context, page, complaints, close: () => context.close() }
}
