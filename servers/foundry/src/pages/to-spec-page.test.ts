import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import {
  emptySpec,
  hostileTexts,
  loginProofs,
  loginRunning,
  loginSpec,
  sampleSpec,
  toHostileSpec,
  toLargeSpec,
} from '../../test/sample-specs.ts'
import { toSpecPage } from './to-spec-page.ts'
import { toSpecsPage } from './to-specs-page.ts'
import { toSpecView } from './view/to-spec-view.ts'
import { toSpecsView } from './view/to-specs-view.ts'

const actions = ['approve', 'comment', 'answer', 'cancel'] as const
const may = { actions }

const idsIn = (page: string) => [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)

/** The names of elements and of attributes, as a browser reads them. */
function partsIn(page: string) {
  const elements: string[] = []
  const attributes = new Set<string>()
  const parser = new Parser({
    onopentag(name, all) {
      elements.push(name)
      for (const attribute of Object.keys(all)) attributes.add(attribute)
    },
  })
  parser.end(page)
  return { elements, attributes }
}

const linksIn = (page: string) =>
  [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => decodeURIComponent(id ?? ''))

/** Groups, parts that the root does not lead to, checks and lines about all of them. */
const groupedSpec = sampleSpec(
  {
    'spec-root': { type: 'spec', title: 'x', children: ['p', 'loose', 'v'] },
    p: { type: 'phase', title: 'p', children: ['g', 't'], dependencies: { blocked_by: ['g'] } },
    g: { type: 'group', title: 'g', children: ['h'] },
    h: { type: 'group', title: 'h', children: ['u'] },
    u: { title: 'u' },
    t: { title: 't', dependencies: { blocked_by: ['g', 'h', 'v', 'lost', 'gone', 'spec-root'] } },
    loose: { title: 'loose' },
    v: { type: 'verify', title: 'A check of it all', metadata: { target: 'spec-root' } },
    lost: { title: 'lost' },
  },
  {
    journal: ['spec-root', 'g', 'lost', 'v'].map((task_id) => ({
      timestamp: '2026-11-02T08:00:00Z',
      entry_type: 'note',
      title: 'x',
      content: 'x',
      author: 'x',
      task_id,
    })),
  },
)

describe('the page of a spec', () => {
  it('has no form for a reader who may do nothing', () => {
    const page = toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs))
    expect(page).not.toMatch(/<form|<button|<textarea/)
    expect(toSpecPage(toSpecView(loginSpec, {}, {}, { may: { actions: [] } }))).not.toMatch(/<form/)
  })

  it.each([
    ['approve', ['checks', 'reviews']],
    ['comment', ['comments']],
    ['answer', ['comments']],
    ['cancel', ['states']],
  ] as const)('has forms for a reader who may %s, sent to %s', (action, routes) => {
    const only = { may: { actions: [action] } }
    const page = toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs, only))
    const sent = [...page.matchAll(/<form method="post" action="([^"]*)" data-key="([^"]*)"/g)]
    const paths = routes.map((route) => `/specs/login-2026-11-02-001/${route}`)
    expect([...new Set(sent.map(([, path]) => path))].toSorted()).toEqual(paths)
    expect(new Set(sent.map(([, , key]) => key))).toEqual(new Set([action]))
  })

  it('offers to cancel only what can be cancelled, and to approve only what waits for it', () => {
    const page = toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs, { may }))
    const targets = (action: string) =>
      (page.match(/<form[^]*?<\/form>/g) ?? [])
        .filter((form) => form.includes(`data-key="${action}"`))
        .map((form) => /name="(?:task|verify)_id" value="([^"]*)"/.exec(form)?.[1])
    expect(targets('cancel')).not.toContain('task-1-1')
    expect(targets('cancel')).toContain('task-2-3')
    expect(targets('approve')).toEqual(['verify-2-2', 'task-2-2'])
  })

  const pages: readonly (readonly [string, string])[] = [
    ['a spec at work', toSpecPage(toSpecView(loginSpec, loginRunning, loginProofs, { may }))],
    ['a spec with groups', toSpecPage(toSpecView(groupedSpec, {}, {}, { may }))],
    ['an empty spec', toSpecPage(toSpecView(emptySpec, {}, {}, { may }))],
    ['a hostile spec', toSpecPage(toSpecView(toHostileSpec(), {}, {}, { may }))],
    ['a large spec', toSpecPage(toSpecView(toLargeSpec(500), {}, {}, { may }))],
  ]

  it.each(pages)('of %s has every id once, and links to ids that exist', (_, page) => {
    const ids = idsIn(page)
    expect(new Set(ids).size).toBe(ids.length)
    expect(linksIn(page).filter((id) => !ids.includes(id))).toEqual([])
  })

  it.each(pages)('of %s has one script, one style, and no handlers', (_, page) => {
    const { elements, attributes } = partsIn(page)
    expect(elements.filter((name) => /^(?:script|style|img|iframe|base)$/.test(name))).toEqual([
      'style',
      'script',
    ])
    expect([...attributes].filter((name) => /^(?:on|style$|autofocus$)/.test(name))).toEqual([])
  })

  it('has every check, whatever it names', () => {
    expect(toSpecPage(toSpecView(groupedSpec, {}, {}))).toContain('A check of it all')
  })

  it('has words where there is nothing', () => {
    const page = toSpecPage(toSpecView(emptySpec, {}, {}))
    for (const words of [
      'no mission yet',
      'no phases yet',
      'No checks',
      'Nothing has happened yet',
    ])
      expect(page).toContain(words)
  })

  it('lets no address of a text become a link', () => {
    const page = toSpecPage(toSpecView(toHostileSpec(), {}, {}, { may }))
    expect(page).not.toMatch(/(?:href|action)="(?:javascript|[^#/"]+:)(?!,")/)
  })
})

describe('the page of all specs', () => {
  it('shows specs by folder, with progress, phase, and who holds what', () => {
    const filed = [
      { folder: 'pending', spec: emptySpec, running: {} },
      { folder: 'active', spec: loginSpec, running: loginRunning },
    ]
    const page = toSpecsPage(toSpecsView(filed))
    expect(page.indexOf('>Active<')).toBeLessThan(page.indexOf('>Pending<'))
    for (const text of [
      '28% of 14 planned',
      '0% of 1 found',
      '1 blocked',
      'agent-south',
      'The way in',
    ])
      expect(page).toContain(text)
    expect(page).toContain('href="/plans/login-2026-11-02-001#node-task-2-2"')
  })

  it('names files that could not be read', () => {
    const page = toSpecsPage(toSpecsView([], [{ file: 'a<b.json', message: 'It is not JSON.' }]))
    expect(page).toContain('a&lt;b.json')
    expect(page).toContain('It is not JSON.')
    expect(page).toContain('no specs yet')
  })

  it('escapes folders and titles', () => {
    const spec = { ...toHostileSpec(), title: hostileTexts[0] ?? '' }
    const page = toSpecsPage(toSpecsView([{ folder: '"><b>', spec, running: {} }]))
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toContain('"><b>')
  })
})
