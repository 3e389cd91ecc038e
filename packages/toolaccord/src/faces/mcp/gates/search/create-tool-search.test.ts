import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Searchable, createToolSearch } from './create-tool-search.ts'

const bookmarks: readonly Searchable[] = [
  {
    name: 'add_bookmark',
    summary: 'Save a link.',
    effect: 'write',
    arguments: ['url', 'title', 'tags'],
  },
  {
    name: 'list_bookmarks',
    summary: 'List the bookmarks, the newest first.',
    effect: 'read',
    arguments: ['cursor', 'limit'],
  },
  { name: 'get_bookmark', summary: 'Read one bookmark.', effect: 'read', arguments: ['id'] },
  {
    name: 'delete_bookmark',
    summary: 'Delete a bookmark for good.',
    effect: 'destroy',
    arguments: ['id'],
  },
]

const namesFor = (tools: readonly Searchable[], query: string) =>
  createToolSearch(tools)(query).map(({ name }) => name)

describe('a search in four tools', () => {
  it.each([
    ['remove a link', 'delete_bookmark'],
    ['get rid of a website', 'delete_bookmark'],
    ['erase', 'delete_bookmark'],
    ['save a page for later', 'add_bookmark'],
    ['new url', 'add_bookmark'],
    ['show all links', 'list_bookmarks'],
    ['which bookmarks are there? list them', 'list_bookmarks'],
    ['fetch one link', 'get_bookmark'],
    ['delete bookmarc', 'delete_bookmark'],
    ['delet_bookmark', 'delete_bookmark'],
  ])('finds for %j first %s', (query, name) => {
    expect(namesFor(bookmarks, query)[0]).toBe(name)
  })

  it.each(['', ' ', '?!', 'the', 'quantum', '__proto__', 'constructor', 'x'.repeat(400)])(
    'finds nothing for %j',
    (query) => {
      expect(namesFor(bookmarks, query)).toEqual([])
    },
  )

  it.each([
    ['cancel an appointment', 'delete_event'],
    ['call off the meeting', 'delete_event'],
    ['book a slot with Ada', 'create_event'],
    ['show my calendar', 'list_events'],
  ])('finds in a calendar for %j first %s', (query, name) => {
    const calendar: readonly Searchable[] = [
      { name: 'create_event', summary: 'Add an event.', effect: 'write', arguments: ['start'] },
      { name: 'list_events', summary: 'List the events.', effect: 'read', arguments: [] },
      { name: 'delete_event', summary: 'Delete an event.', effect: 'destroy', arguments: ['id'] },
    ]
    expect(namesFor(calendar, query)[0]).toBe(name)
  })

  it('leaves out what fits much less', () => {
    expect(namesFor(bookmarks, 'remove')).toEqual(['delete_bookmark'])
  })

  it('prefers a tool that stays to one that will go', () => {
    const [first, ...others] = bookmarks
    const old = { ...first, name: 'add_bookmark_old', deprecated: {} } as Searchable
    expect(namesFor([old, ...bookmarks.slice(0, 1), ...others], 'save')).toEqual([
      'add_bookmark',
      'add_bookmark_old',
    ])
  })

  it('finds nothing among no tools', () => {
    expect(namesFor([], 'anything')).toEqual([])
  })
})

const nouns = (
  'bookmark note invoice customer order product ticket project sprint comment file folder photo ' +
  'album song playlist recipe meal workout route trip hotel flight booking passenger seat event ' +
  'calendar meeting room device sensor alarm camera door light thermostat vehicle driver delivery ' +
  'parcel warehouse shelf supplier contract payment refund subscription coupon campaign audience ' +
  'newsletter survey answer question quiz course lesson student teacher grade exam school patient ' +
  'doctor appointment prescription symptom diagnosis employee salary vacation shift candidate ' +
  'vacancy interview server container image volume network domain certificate database table ' +
  'column index backup queue topic message channel webhook token key secret role permission licence policy'
).split(' ')

const verbs: readonly (readonly [string, Searchable['effect'], string])[] = [
  ['create', 'write', 'Create a'],
  ['list', 'read', 'List each'],
  ['get', 'read', 'Read one'],
  ['update', 'write', 'Change a'],
  ['delete', 'destroy', 'Delete a'],
  ['search', 'read', 'Search for a'],
  ['archive', 'write', 'Put away a'],
  ['export', 'read', 'Export a'],
  ['share', 'write', 'Share a'],
  ['count', 'read', 'Count each'],
]

/** 1,000 tools; each also speaks of two things that it is not about. */
const many: readonly Searchable[] = nouns.slice(0, 100).flatMap((noun, at) =>
  verbs.map(([verb, effect, opening]) => ({
    name: `${verb}_${noun}`,
    summary: `${opening} ${noun}.`,
    description:
      `It works like the tools for a ${nouns[(at + 7) % 100]}. ` +
      `Use another to remove or list a ${nouns[(at + 13) % 100]}.`,
    effect,
    arguments: ['id', 'limit'],
  })),
)

/** What people ask for, in other words than the names have. */
const asked: readonly (readonly [query: string, name: string])[] = [
  ['remove a link', 'delete_bookmark'],
  ['add a new client', 'create_customer'],
  ['show all photos', 'list_photo'],
  ['fetch a recipe', 'get_recipe'],
  ['edit the meal', 'update_meal'],
  ['erase my workouts', 'delete_workout'],
  ['find a hotel', 'search_hotel'],
  ['how many students are there', 'count_student'],
  ['download the invoice', 'export_invoice'],
  ['publish a playlist', 'share_playlist'],
  ['modify a shift', 'update_shift'],
  ['drop the database', 'delete_database'],
  ['look up a passenger', 'search_passenger'],
  ['make an appointment', 'create_appointment'],
  ['get rid of a coupon', 'delete_coupon'],
  ['register a new employee', 'create_employee'],
  ['browse vacancies', 'list_vacancy'],
  ['change the thermostat settings', 'update_thermostat'],
  ['read one message', 'get_message'],
  ['wipe a volume', 'delete_volume'],
  ['archive old tickets', 'archive_ticket'],
  ['see the diagnosis', 'get_diagnosis'],
  ['write a comment', 'create_comment'],
  ['number of orders', 'count_order'],
  ['forward the newsletter', 'share_newsletter'],
  ['delete subscripton', 'delete_subscription'],
]

/** Letters of many scripts, signs, and halves of characters. */
const letters = fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code))

describe('a search in 1,000 tools', () => {
  const search = createToolSearch(many)
  const places = asked.map(([query, name]) => search(query).findIndex((one) => one.name === name))

  it('has 1,000 tools to search', () => {
    expect(new Set(many.map(({ name }) => name)).size).toBe(1000)
  })

  it('has what is meant among the first three for 96 % of the queries', () => {
    const hits = places.filter((place) => place >= 0 && place < 3).length
    expect(hits / asked.length).toBeGreaterThanOrEqual(0.96)
  })

  it('has what is meant first for 90 % of the queries', () => {
    expect(places.filter((place) => place === 0).length / asked.length).toBeGreaterThanOrEqual(0.9)
  })

  it('finds every tool first by its own name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...many), (tool) => {
        expect(search(tool.name)[0]).toBe(tool)
      }),
      { numRuns: 200 },
    )
  })

  it('takes every query, and finds each tool once', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 400 }), (query) => {
        const found = search(query)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })
})
