import { describe, expect, it } from 'vitest'
import { pages, read } from './pages.ts'

/** Words of the glossary that mean nothing else in the docs; "code" and "note" do. */
const words = [
  'archive',
  'budget',
  'codebook',
  'contract',
  'dialect',
  'envelope',
  'face',
  'literal',
  'outcome',
  'soft failure',
]

const guides = ['README.md', ...pages.filter((page) => page.startsWith('docs/'))].filter(
  (page) => !['docs/glossary.md', 'docs/reference.md'].includes(page),
)

/** The sentences of a page: code, headings and the names of files and options are left out. */
function proseOf(page: string): string {
  return read(page)
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
}

/** True if the first use of a word on a page links to its explanation, or if there is no use. */
function isLinked(page: string, word: string): boolean {
  const prose = proseOf(page)
  const use = new RegExp(`(?<!\\]\\([^)\\n]*)\\b${word}s?\\b`, 'i').exec(prose)
  if (use === null) return true
  const link = `](${page === 'README.md' ? 'docs/' : ''}glossary.md#${word.replace(' ', '-')})`
  return prose.slice(use.index + use[0].length).startsWith(link)
}

describe('the glossary', () => {
  it('has fifteen words, in order, and two sentences for each', () => {
    const [, ...entries] = read('docs/glossary.md').split(/^## /m)
    const names = entries.map((entry) => entry.split('\n')[0] ?? '')
    expect(names.length).toBe(15)
    expect(names).toEqual([...names].sort())
    const texts = entries.map((entry) => entry.slice(entry.indexOf('\n')).trim())
    expect(texts.filter((text) => text.split(/\.\s/).length !== 2)).toEqual([])
  })

  it.each(guides)('is linked where a word is first used: %s', (page) => {
    expect(words.filter((word) => !isLinked(page, word))).toEqual([])
  })
})
