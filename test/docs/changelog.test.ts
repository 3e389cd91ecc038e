import { describe, expect, it } from 'vitest'
import { read } from './pages.ts'

const changelog = read('CHANGELOG.md')

/** The parts that an entry may be about. */
const areas = new Set([
  'Core',
  'Schemas',
  'Contracts',
  'Command line',
  'HTTP',
  'MCP',
  'Policies',
  'Auth',
  'Fidelity',
  'Archive',
  'Digest',
  'Testing',
  'Datachain',
  'Darkroom',
  'Foundry',
  'Docs',
  'Package',
  'Repository',
])

/** What stands below the headings of a level, by heading; the text before the first has none. */
function sectionsOf(text: string, level: '##' | '###'): readonly (readonly [string, string])[] {
  const [, ...sections] = text.split(new RegExp(`^${level} `, 'm'))
  return sections.map((section) => {
    const end = section.indexOf('\n')
    return [section.slice(0, end), section.slice(end).trim()] as const
  })
}

/** The entries of a section, each as one line; undefined if there is something else in it. */
function entriesOf(section: string): readonly string[] | undefined {
  const isEntry = (line: string) => line.startsWith('- ') || line.startsWith('  ')
  if (!section.split('\n').every(isEntry)) return undefined
  const lines = section.replaceAll(/\n {2}/g, ' ').split('\n')
  return lines.map((line) => line.slice('- '.length))
}

const sections = sectionsOf(changelog, '##').flatMap(([version, text]) =>
  sectionsOf(text, '###').map(([heading, entries]) => ({ version, heading, entries })),
)

describe('the changelog', () => {
  it('has a heading for each version, the unreleased one first', () => {
    const versions = sectionsOf(changelog, '##').map(([version]) => version)
    expect(versions[0]).toBe('[Unreleased]')
    const released = /^\[\d+\.\d+\.\d+(-[\w.]+)?\] - \d{4}-\d{2}-\d{2}$/
    expect(versions.slice(1).filter((version) => !released.test(version))).toEqual([])
  })

  it.each(sections)('has only known sections: $version $heading', ({ heading }) => {
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(heading)
  })

  it.each(sections)('has one short sentence per entry: $version $heading', ({ entries }) => {
    const all = entriesOf(entries)
    expect(all ?? 'something that is not an entry').toBeInstanceOf(Array)
    const faulty = all?.filter((entry) => entry.length > 300 || !/\w.*[^.]\.$/.test(entry))
    expect(faulty).toEqual([])
  })

  it.each(sections)('has entries grouped by what they are about: $version $heading', (section) => {
    const found = (entriesOf(section.entries) ?? []).map((entry) => entry.split(': ')[0] ?? '')
    expect(found.filter((area) => !areas.has(area))).toEqual([])
    const groups = found.filter((area, index) => area !== found[index - 1])
    expect(groups).toEqual([...new Set(groups)])
  })
})
