import { describe, expect, it } from 'vitest'
import type { Client } from '../../../define/call.ts'
import type { HostProfile } from './host-profile.ts'
import { hostProfiles } from './host-profiles.ts'
import { findProfile, toProfilesByName } from './profiles-by-name.ts'

const createFind = (own?: readonly HostProfile[]) => {
  const byName = toProfilesByName(own)
  return (client: Client) => findProfile(byName.get(client.name) ?? [], client)
}

const seen = { versions: '1.0.0', date: '2026-11-16', source: 'a test' }

describe('the profile of a host', () => {
  it('is found by the name of the client', () => {
    const find = createFind()
    expect(find({ name: 'claude-code', version: '2.1.325' })?.shows).toBe('structure')
    expect(find({ name: 'claude-code' })?.shows).toBe('structure')
  })

  it.each([{ name: 'nobody' }, { name: '__proto__' }, { name: 'Claude-Code' }])(
    'is not there for %j',
    (client) => {
      expect(createFind()(client)).toBe(undefined)
    },
  )

  it('is that of the server first, and holds from its first version on', () => {
    const own: HostProfile[] = [
      { client: 'mine', since: '1.10.0', shows: 'content', seen },
      { client: 'mine', shows: 'structure', seen },
      { client: 'claude-code', shows: 'content', seen },
    ]
    const find = createFind(own)
    const shown = ['1.9.0', '1.10.0', '2.0.0', undefined].map(
      (version) => find({ name: 'mine', version })?.shows,
    )
    expect(shown).toEqual(['structure', 'content', 'content', 'content'])
    expect(find({ name: 'claude-code', version: '9' })?.shows).toBe('content')
  })

  it('has a date and a source in every line of the table', () => {
    for (const profile of hostProfiles) {
      expect(profile.seen.date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(profile.seen.source).not.toBe('')
      expect(profile.seen.versions).toMatch(/^\d+\.\d+\.\d+/)
    }
  })
})
