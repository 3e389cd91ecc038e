import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toSpecPage, toSpecView } from '../src/pages/index.ts'
import type { RunningView } from '../src/pages/view/spec-view.ts'
import { rollUp } from '../src/spec/roll-up.ts'
import type { Spec } from '../src/spec/spec.ts'
import { isBrowserMissing, launchBrowser, openPage } from './browser.ts'
import { loginProofs, loginRunning, loginSpec } from './sample-specs.ts'
import { type PageServer, servePages } from './serve-pages.ts'

const may = { actions: ['approve', 'comment', 'answer', 'cancel'] } as const
const path = `/plans/${loginSpec.spec_id}`
const events = `/events/specs/${loginSpec.spec_id}`

/** Waits for less than a reader would. */
const inHaste = (page: string) =>
  page
    .replace('data-poll="15000"', 'data-poll="100"')
    .replace('data-pause="1000"', 'data-pause="20"')

const write = (spec: Spec, running: RunningView = loginRunning) =>
  inHaste(toSpecPage(toSpecView(spec, running, loginProofs, { may })))

/** The plan with a new task before all others, and another title for a task. */
function toChanged(spec: Spec): Spec {
  const phase = spec.hierarchy['phase-2'] ?? expect.unreachable()
  const task = spec.hierarchy['task-2-3'] ?? expect.unreachable()
  return rollUp({
    ...spec,
    hierarchy: {
      ...spec.hierarchy,
      'phase-2': { ...phase, children: ['task-2-0', ...phase.children] },
      'task-2-0': { ...task, title: 'A task that came later', children: [], dependencies: {} },
      'task-2-3': { ...task, title: 'Reset a password by letter' },
    },
  })
}

describe.skipIf(isBrowserMissing)('a page that changes while somebody reads it', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())
  beforeEach(async () => {
    server = await servePages()
    server.pages.set(path, write(loginSpec))
  })
  afterEach(() => server.close())

  /** Opens the page, and waits until it listens. */
  async function open() {
    const opened = await openPage(browser, server.url + path, {
      viewport: { width: 1280, height: 800 },
    })
    if (server.hasEvents) await expect.poll(() => server.events.count()).toBe(1)
    return opened
  }

  /** Changes the page, and waits until the browser shows it. */
  async function change(page: Page, spec = toChanged(loginSpec), text = 'A task that came later') {
    server.pages.set(path, write(spec))
    server.events.changed(events)
    await page.getByText(text).first().waitFor({ state: 'attached' })
  }

  test('shows the change, says so once to those who listen, and keeps its policy', async () => {
    const { page, complaints, close } = await open()
    await change(page)
    expect(await page.getByText('Reset a password by letter').count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('[data-live-time]').textContent()).toMatch(/^Updated \d/)
    expect(await page.getByRole('status').textContent()).toMatch(/^Updated \d/)
    expect(complaints).toEqual([])
    await close()
  })

  test('keeps the focus, the cursor and what was typed', async () => {
    const { page, close } = await open()
    const field = page.locator('#comment-node-task-2-2')
    await field.fill('Half a sent')
    await field.press('ArrowLeft')
    await change(page)
    expect(await field.inputValue()).toBe('Half a sent')
    await page.keyboard.type('X')
    expect(await field.inputValue()).toBe('Half a senXt')
    await close()
  })

  test('keeps folds as the reader left them', async () => {
    const { page, close } = await open()
    const summary = (title: string) => page.locator('summary').filter({ hasText: title }).first()
    await summary('Foundations').click()
    await summary('Log in with a password').click()
    await change(page)
    const isOpen = (title: string) =>
      summary(title).evaluate((one) => one.parentElement?.hasAttribute('open'))
    expect(await isOpen('Foundations')).toBe(true)
    expect(await isOpen('Log in with a password')).toBe(false)
    await close()
  })

  test('keeps what the reader looks at where it is', async () => {
    const { page, close } = await open()
    await page.getByRole('heading', { name: 'Verification' }).scrollIntoViewIfNeeded()
    await page.evaluate(() => document.querySelector('#checks')?.scrollIntoView())
    const topOf = () =>
      page.locator('#checks').evaluate((one) => Math.round(one.getBoundingClientRect().top))
    const before = await topOf()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await change(page)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).not.toBe(height)
    expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1)
    await close()
  })

  test('keeps a form in which something is typed, although its task is done now', async () => {
    const { page, close } = await open()
    const field = page.locator('#cancel-node-task-2-2')
    await field.fill('Not needed')
    await page.locator('#approve-node-task-2-2').focus()
    const task = loginSpec.hierarchy['task-2-2'] ?? expect.unreachable()
    const done = { ...task, title: 'Limits are done', status: 'completed' as const }
    const { 'task-2-2': _, ...running } = loginRunning
    const hierarchy = { ...loginSpec.hierarchy, 'task-2-2': done }
    server.pages.set(path, write(rollUp({ ...loginSpec, hierarchy }), running))
    server.events.changed(events)
    await page.getByText('Limits are done').first().waitFor({ state: 'attached' })
    expect(await field.inputValue()).toBe('Not needed')
    await close()
  })

  test('moves the focus to the content if what had it is gone', async () => {
    const { page, close } = await open()
    await page.locator('summary').filter({ hasText: 'Log out everywhere' }).focus()
    const phase = loginSpec.hierarchy['phase-2'] ?? expect.unreachable()
    const children = phase.children.filter((id) => id !== 'task-2-4')
    const hierarchy = { ...loginSpec.hierarchy, 'phase-2': { ...phase, children } }
    await change(page, toChanged({ ...loginSpec, hierarchy }))
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
    await close()
  })

  test('asks from time to time if there are no events, and gets 304 until it changed', async () => {
    server.hasEvents = false
    const { page, close } = await open()
    await expect
      .poll(() => server.statuses.filter((status) => status === 304).length)
      .toBeGreaterThan(1)
    server.pages.set(path, write(toChanged(loginSpec)))
    await page.getByText('A task that came later').first().waitFor({ state: 'attached' })
    await close()
  })

  test('says that it cannot update, keeps what it has, and goes on later', async () => {
    const { page, close } = await open()
    server.pages.delete(path)
    server.events.changed(events)
    await page.locator('[data-live-time]', { hasText: 'Could not update' }).waitFor()
    expect(await page.getByText('Log out everywhere').count()).toBeGreaterThan(0)
    server.pages.set(path, write(toChanged(loginSpec)))
    await page.getByText('A task that came later').first().waitFor({ state: 'attached' })
    await page.locator('[data-live-time]', { hasText: 'Updated' }).waitFor()
    await close()
  })

  test('catches up with what changed before it listened', async () => {
    const { page, close } = await open()
    server.pages.set(path, write(toChanged(loginSpec)))
    server.events.close()
    await page.getByText('A task that came later').first().waitFor({ state: 'attached' })
    await close()
  })

  test('does the work of many changes in few requests', async () => {
    const { page, close } = await open()
    await change(page)
    const before = server.statuses.length
    for (let at = 0; at < 200; at++) server.events.changed(events)
    await expect.poll(() => server.statuses.length).toBeGreaterThan(before)
    await page.waitForTimeout(300)
    expect(server.statuses.length - before).toBeLessThan(20)
    await close()
  })
})
