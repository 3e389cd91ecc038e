import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isBrowserMissing, launchBrowser, openPage } from './browser.ts'

const binary = fileURLToPath(new URL('../bin/foundry.js', import.meta.url))
const specId = 'cups'
const phone = { width: 375, height: 812 }
const desk = { width: 1280, height: 900 }

/** A repository with a plan, and the program that serves it. */
interface Served {
  readonly url: string
  /** Runs a command in another process, as this worker. */
  run(worker: string, ...args: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

const title = 'Count the cups'
const phases = [
  {
    title: 'Kitchen',
    tasks: [
      {
        id: 'wash',
        title: 'Wash the cups',
        files: ['cups.txt'],
        criteria: ['No cup is dirty', 'No cup is broken'],
      },
      { id: 'count', title: 'Count what is there', files: ['count.txt'] },
      { id: 'paint', title: 'Paint the cups', files: ['paint.txt'], blocked_by: ['count'] },
    ],
  },
]

async function serve(role: string): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'foundry-web-'))
  const main = join(folder, 'main')
  await mkdir(main)
  await writeFile(join(main, 'cups.txt'), 'clean\n')
  execFileSync('git', ['init', '-q'], { cwd: main })
  const run = async (worker: string, ...args: readonly string[]) => {
    const given = [binary, ...args, '--worker', worker, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: main })
    return JSON.parse(stdout) as unknown
  }
  await writeFile(join(folder, 'phases.json'), JSON.stringify(phases))
  const facts = ['--mission', 'One each.', '--spec-id', specId, '--active']
  await run('ann', 'create-spec', title, ...facts, '--phases', join(folder, 'phases.json'))
  const args = [binary, 'serve', '--http', '--port', '0', '--role', role]
  const child = spawn(process.execPath, args, { cwd: main, stdio: ['ignore', 'ignore', 'pipe'] })
  const url = await new Promise<string>((resolve) => {
    let told = ''
    child.stderr.on('data', (part) => {
      told += String(part)
      const [, address] = /specs +(http:\/\/[\d.:]+)\/plans/.exec(told) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  return {
    url,
    run,
    async close() {
      child.kill('SIGTERM')
      await once(child, 'close')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The violations that axe finds: each rule with the places that break it. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    // The cast names what the script has put there.
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(document),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

async function inReview({ run }: Served): Promise<void> {
  await run('ben', 'claim', 'wash')
  await run('ben', 'start', 'wash')
  await run('ben', 'set-state', 'wash', 'submit', '--reason', 'All are clean.')
}

describe.skipIf(isBrowserMissing)('the pages of a foundry that is served', () => {
  let browser: Browser
  let served: Served
  let role = 'maintainer'
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())
  beforeEach(async () => {
    served = await serve(role)
  }, 60_000)
  afterEach(() => served?.close())

  const open = (path: string, options: BrowserContextOptions = {}) =>
    openPage(browser, served.url + path, { viewport: desk, ...options })

  test.each([phone, desk])(
    'show at $width px what other processes do',
    async (viewport) => {
      const { page, complaints, close } = await open(`/plans/${specId}`, { viewport })
      const task = page.locator('li.task', { hasText: 'Wash the cups' })
      await task.locator('summary').first().click()
      await task.locator('details.act > summary').click()
      const field = page.locator('#comment-node-wash')
      await field.fill('Half a sent')
      await served.run('ben', 'claim', 'count')
      await served.run('ben', 'start', 'count')
      await page.locator('li.task.in_progress', { hasText: 'Count what is there' }).waitFor()
      await served.run('ben', 'complete', 'count', '--note', 'There are six.')
      await page.locator('li.task.completed', { hasText: 'Count what is there' }).waitFor()
      expect(await field.inputValue()).toBe('Half a sent')
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(viewport.width)
      expect(await violations(page)).toEqual([])
      expect(complaints).toEqual([])
      await close()
    },
    60_000,
  )

  test('lead from the list to a spec, and the list updates itself', async () => {
    const { page, close } = await open('/plans')
    expect(await violations(page)).toEqual([])
    await served.run('ben', 'claim', 'count')
    await page.locator('.holder', { hasText: 'ben' }).waitFor()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await close()
  }, 60_000)

  test('cost an open page nothing but 304 while nothing changes', async () => {
    const first = await fetch(`${served.url}/plans/${specId}`)
    const etag = String(first.headers.get('etag'))
    const again = await fetch(`${served.url}/plans/${specId}`, {
      headers: { 'If-None-Match': etag },
    })
    expect([first.status, again.status]).toEqual([200, 304])
    expect(first.headers.get('content-security-policy')).toContain("form-action 'self'")
    await served.run('ben', 'claim', 'count')
    const changed = await fetch(`${served.url}/plans/${specId}`, {
      headers: { 'If-None-Match': etag },
    })
    expect(changed.status).toBe(200)
    const missing = await fetch(`${served.url}/plans/none`)
    expect(missing.status).toBe(404)
  }, 60_000)

  describe('without script', () => {
    const plain = { javaScriptEnabled: false, viewport: phone }

    async function openTask(id: string) {
      const opened = await open(`/plans/${specId}`, plain)
      const task = opened.page.locator(`li[data-key=node-${id}]`)
      if (!(await task.locator('.inside').isVisible()))
        await task.locator('summary').first().click()
      const act = task.locator('details.act').last()
      if (!(await act.locator('form').first().isVisible())) await act.locator('summary').click()
      return { ...opened, task }
    }

    test('take a comment, and an answer to it', async () => {
      const { page, task, close } = await openTask('count')
      await task.getByLabel('Your comment').fill('Count twice.\nThen <b>again</b>.')
      await task.getByRole('button', { name: 'Comment' }).click()
      expect(new URL(page.url()).hash).toBe('#node-count')
      await page.getByText('Then <b>again</b>.').waitFor()
      await page.locator('.comments summary', { hasText: 'Answer' }).click()
      await page.getByLabel('Your answer').fill('Six, twice.')
      await page.getByRole('button', { name: 'Answer' }).click()
      await page.locator('.answer', { hasText: 'Six, twice.' }).waitFor()
      await close()
    }, 60_000)

    test('approve what was handed in, criterion by criterion', async () => {
      await inReview(served)
      const { page, task, close } = await openTask('wash')
      await task.getByLabel('No cup is dirty').check()
      await task.getByLabel('What did you look at?').fill('Every cup in the light')
      await task.getByRole('button', { name: 'Approve' }).click()
      expect(new URL(page.url()).pathname).toBe(`/plans/${specId}`)
      expect(await page.locator('li.task.completed').count()).toBe(0)
      await task.getByLabel('No cup is broken').check()
      await task.getByRole('button', { name: 'Approve' }).click()
      await page.locator('li.task.completed', { hasText: 'Wash the cups' }).waitFor()
      await close()
    }, 60_000)

    test('cancel with a reason, and not without one', async () => {
      const { page, task, close } = await openTask('count')
      await task.getByRole('button', { name: 'Cancel this task' }).click()
      expect(await page.locator('li.task.cancelled').count()).toBe(0)
      const reason = task.getByLabel('Why is this not needed any more?')
      await reason.evaluate((one) => one.removeAttribute('required'))
      await task.getByRole('button', { name: 'Cancel this task' }).click()
      await page.getByRole('heading', { name: 'This was not done' }).waitFor()
      await page.getByRole('link', { name: 'Back to the page' }).click()
      const again = page.locator('li[data-key=node-count]')
      await again.locator('summary').first().click()
      await again.locator('details.act > summary').click()
      await again.getByLabel('Why is this not needed any more?').fill('We have no cups.')
      await again.getByRole('button', { name: 'Cancel this task' }).click()
      await page.locator('li.task.cancelled[data-key=node-count]').waitFor()
      await close()
    }, 60_000)
  })

  test('take no form from a page of another origin', async () => {
    const target = `${served.url}/specs/${specId}/comments`
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(`<form method="post" action="${target}"><input name="task_id" value="count">
<input name="text" value="Evil"><button>Send</button></form>`)
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    // The cast holds because the server listens on a port.
    const { port } = foreign.address() as AddressInfo
    const { page, close } = await openPage(browser, `http://localhost:${port}/`)
    const [response] = await Promise.all([page.waitForNavigation(), page.click('button')])
    expect(response?.status()).toBe(403)
    const shown = await fetch(`${served.url}/plans/${specId}`)
    expect(await shown.text()).not.toContain('Evil')
    await close()
    foreign.close()
  }, 60_000)

  describe('of a worker', () => {
    beforeAll(() => {
      role = 'worker'
    })
    afterAll(() => {
      role = 'maintainer'
    })

    test('have no forms that the tools would refuse', async () => {
      await inReview(served)
      const { page, close } = await open(`/plans/${specId}`)
      const kinds = await page
        .locator('form')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))
      expect(new Set(kinds)).toEqual(new Set(['comment']))
      const body = new URLSearchParams({ task_id: 'count', move: 'cancel', reason: 'No.' })
      const headers = { Origin: served.url }
      const url = `${served.url}/specs/${specId}/states`
      const refused = await fetch(url, { method: 'POST', headers, body })
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('foundry:maintain')
      await close()
    }, 60_000)
  })

  test.runIf(process.env.SCREENSHOTS !== undefined)(
    'look well',
    async () => {
      await inReview(served)
      await served.run('ben', 'comment', 'count', 'How many cupboards are there?')
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const viewport of [phone, desk]) {
          const { page, close } = await open(`/plans/${specId}`, { viewport, colorScheme })
          const name = `${colorScheme}-${viewport.width}.png`
          await page.screenshot({
            path: join(String(process.env.SCREENSHOTS), name),
            fullPage: true,
          })
          await close()
        }
      }
    },
    60_000,
  )
})
