import { describe, expect, it } from 'vitest'
import { createIcons } from '../icons/create-icons.ts'
import type { ResolvedDatachain } from '../model/index.ts'
import { DocumentTooLargeError } from './page/page.ts'
import { renderDatachain } from './render-datachain.ts'
import { readDocument } from './testing/read-document.ts'
import { sampleResolved } from './testing/sample-resolved.ts'

const dot = {
  id: 'dot',
  svg: '<svg viewBox="0 0 36 36"><circle cx="18" cy="18" r="5" fill="currentColor"/></svg>',
}
const icons = createIcons(new Map([['dot', dot]]))
const read = (resolved: ResolvedDatachain, locale = 'en') =>
  readDocument(renderDatachain(resolved, { locale, icons }))
const english = read(sampleResolved)
const texts = (name: string, className?: string) =>
  english.all(name, className).map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
const card = (title: string) =>
  english.all('article').find(({ text }) => text.trim().startsWith(title))

describe('a rendered datachain', () => {
  it('shows categories in the order of the type, without optional ones that are empty', () => {
    expect(texts('h2')).toEqual([
      'Purpose',
      'Accountable',
      'Input',
      'Retention',
      'How the parts connect',
      'Sources and quotes',
      'About this document',
    ])
  })

  it('shows placements by priority, titles with their variables filled in', () => {
    expect(texts('h3')).toEqual([
      'Planning',
      'Passenger counts',
      'Traffic reports',
      'Passenger counts',
      'Weather',
      'Kept for 30 days',
      'Data flow 1',
      'Data flow 2',
    ])
  })

  it('fills in descriptions, and shows a variable without a value as a gap', () => {
    expect(card('Planning')?.text).toContain('Plans routes for Riders, Drivers.')
    expect(card('Kept')?.text).toContain('Deleted after 30 days because of Reason (not given).')
    expect(card('Kept')?.text).toContain('Not given, but required')
  })

  it('lists variables, chosen options with their meaning, and reasons', () => {
    expect(texts('dt').slice(0, 3)).toEqual(
      ['Who it is for', 'How long', 'Reason'].map((label) => expect.stringContaining(label)),
    )
    expect(texts('ul', 'options')).toEqual(['RidersSource 2 Everyone on board.Drivers'])
    expect(card('Kept')?.text).toContain('Why it says so: The notice says thirty days.')
  })

  it('shows the context as a tag, and its colour in the icon', () => {
    const images = english.all('img').map(({ attributes: { src = '', class: className } }) => {
      const fill = /fill="([^"]*)" stroke="#/.exec(decodeURIComponent(src))?.[1]
      return [className, fill]
    })
    expect(images).toEqual([
      ['icon', '#ffd866'],
      ['icon plain', 'none'],
      ['icon', '#5b2a86'],
      ['icon plain', 'none'],
      ['icon plain', 'none'],
      ['icon plain', 'none'],
    ])
    expect(texts('li', 'tag')).toEqual([
      'Control: A person decides',
      'Data flow 1',
      'Control: The system decides',
      'Data flow 1',
      'Data flow 2',
    ])
    expect(card('Planning')?.text).toContain('The system only prepares.')
  })

  it('links actions, and shows an address that cannot be linked', () => {
    const links = english.all('a', 'act')
    expect(links.map(({ text, attributes: { href, rel } }) => [text, href, rel])).toEqual([
      ['Write to us', 'mailto:privacy@example.test', 'noopener noreferrer'],
      ['Rules', 'https://example.test/rules?a=1&b=2', 'noopener noreferrer'],
      ['Call us', 'tel:+3225550100', 'noopener noreferrer'],
      ['Object', 'https://example.test/object', 'noopener noreferrer'],
    ])
    expect(card('Kept')?.text).toContain('1 Depot Street\n1000 Sampletown')
  })

  it('shows that an AI wrote it, how sure it was, why, and its sources', () => {
    expect(texts('div', 'notice')[0]).toContain('AI-written. An AI wrote this description.')
    expect(texts('p', 'origin')).toEqual(['Model: sample-model-1 · 1 February 2026'])
    expect(texts('span', 'sure')).toEqual([
      'Confidence: high',
      'Confidence: medium',
      'Confidence: low',
    ])
    expect(card('Planning')?.text).toContain('Why this is here: The brochure names it first.')
    expect(texts('span', 'quoted')).toEqual(['We plan night routes.', 'Counters at every door.'])
    expect(texts('figcaption')).toEqual(['Brochure, page 1'])
  })

  it('marks elements that are only proposed', () => {
    expect(card('Weather')?.attributes['class']).toBe('card proposed')
    expect(texts('li', 'new')).toEqual(['Proposed'])
  })

  it('names required categories that are empty, at the top and in their place', () => {
    expect(texts('div', 'warn')).toEqual([
      'Nothing is said about: Accountable',
      'This has to be answered, and nothing is said about it.',
    ])
  })

  it('shows subchains as flows in their order, with their head and their steps', () => {
    expect(texts('div', 'flow')).toEqual([
      'Data flow 1Starts with: Passenger counts InputPassenger countsTraffic reports',
      'Data flow 2 InputPassenger counts',
    ])
  })

  it('numbers each source once, in the order of use, and links marks and notes', () => {
    const [notes = { text: '' }] = english.all('ol', 'notes')
    const sources = [
      'City register',
      'Rider terms',
      'We plan night routes',
      'Data sheet guide',
      'Transport act',
      'Counters',
    ]
    const named = notes.text.matchAll(new RegExp(sources.join('|'), 'g'))
    expect(Array.from(named, String)).toEqual(sources)
    const marks = english.all('a').filter(({ attributes: { id = '' } }) => id.startsWith('r'))
    expect(marks.map(({ attributes: { href } }) => href)).toEqual([
      '#n1',
      '#n2',
      '#n3',
      '#n4',
      '#n5',
      '#n5',
      '#n6',
      '#n1',
    ])
    const back = english
      .all('a')
      .map(({ attributes: { href = '' } }) => href)
      .filter((href) => href.startsWith('#r'))
    expect(back.sort()).toEqual(marks.map(({ attributes: { id } }) => `#${id}`).sort())
  })

  it('describes itself', () => {
    expect(texts('dl', 'about')[0]).toBe(
      [
        'Identifierbus-planner',
        'Edition2',
        'Created1 February 2026',
        'Updated14 March 2026',
        'Vocabularysample@2026-01-31-beta',
        'Written bysample-model-1',
        'Related documentstram-planner',
      ].join(''),
    )
  })

  it('shows a placement of an unknown element by its id', () => {
    const [placement] = sampleResolved.elements
    const lost = read({
      ...sampleResolved,
      elements: [{ ...(placement ?? expect.unreachable()), element_id: 'lost' }],
    })
    expect(lost.all('h2').map(({ text }) => text)).toContain('Without a category')
    expect(lost.find('article')?.text).toContain('lost')
    expect(lost.faults).toEqual([])
  })

  it('has the same bytes each time', () => {
    expect(renderDatachain(structuredClone(sampleResolved), { icons })).toBe(
      renderDatachain(sampleResolved, { icons }),
    )
  })

  it('is refused if a small datachain would become a huge document', () => {
    const [placement] = sampleResolved.elements
    const [element, ...others] = sampleResolved.schema_snapshot.elements
    const elements = [
      {
        ...(element ?? expect.unreachable()),
        description: [{ locale: 'en', value: '{{audiences}}'.repeat(600) }],
      },
      ...others,
    ]
    const variables = [{ id: 'audiences', value: [{ locale: 'en', value: 'x'.repeat(8_000) }] }]
    const bomb = {
      ...sampleResolved,
      elements: [{ ...(placement ?? expect.unreachable()), element_id: 'planning', variables }],
      schema_snapshot: { ...sampleResolved.schema_snapshot, elements },
    }
    expect(() => renderDatachain(bomb)).toThrow(DocumentTooLargeError)
  })
})
