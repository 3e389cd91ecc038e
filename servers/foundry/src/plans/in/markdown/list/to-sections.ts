import type { PlanFile } from '../../../foreign-plan.ts'
import { withoutComments } from '../../text/without-comments.ts'
import { addItem, addText, createList, type ListNode } from './create-list.ts'
import { toItem } from './to-item.ts'

/** A line of text that is in no list. */
export interface Prose {
  readonly line: number
  readonly text: string
}

/** What is under one heading, up to the next one. */
export interface Section {
  /** 0 for what is before the first heading. */
  readonly level: number
  readonly line: number
  readonly title: string
  /** Titles of the headings that this one is under. */
  readonly trail: readonly string[]
  readonly prose: readonly Prose[]
  readonly nodes: readonly ListNode[]
}

/** A Markdown file as sections of lists. Code is part of the text it is in. */
export interface MarkdownDocument {
  readonly path: string
  /** The text between the lines `---` at the top. */
  readonly front?: string | undefined
  readonly sections: readonly Section[]
  /** Lines that are too long to be looked at. */
  readonly longLines: readonly number[]
}

/** Longer lines are text: nobody writes them, and to look for marks in them takes long. */
const longestLine = 10_000

interface Draft {
  readonly level: number
  readonly line: number
  readonly title: string
  readonly trail: readonly string[]
  readonly prose: Prose[]
  readonly list: ReturnType<typeof createList>
}

/** Reads the structure of a Markdown file. Comments are left out. */
export function toSections({ path, text }: PlanFile): MarkdownDocument {
  const all = withoutComments(text.replace(/^\uFEFF/, '')).split(/\r\n?|\n/)
  const front = frontOf(all)
  const sections: Draft[] = [toDraft({ level: 0, line: 1, title: '', trail: [] })]
  const longLines: number[] = []
  let fence: string | undefined
  let isAfterBlank = true
  for (const [index, raw] of all.entries()) {
    if (index < front.length) continue
    const section = sections.at(-1) ?? toDraft({ level: 0, line: 1, title: '', trail: [] })
    const source = raw
      .replaceAll('\t', '    ')
      .trimEnd()
      .replace(/(?<=_)\\r$/, '')
    const line = index + 1
    const marks = /^\s*(`{3,}|~{3,})/.exec(source)?.[1]
    const isFence = marks !== undefined && (fence === undefined || marks.startsWith(fence))
    if (isFence) fence = fence === undefined ? marks : undefined
    const isLong = source.length > longestLine
    if (isLong) longLines.push(line)
    const isText = isLong || isFence || fence !== undefined
    const heading = !isText ? headingOf(source) : undefined
    if (heading) {
      sections.push(toDraft({ ...heading, line, trail: trailOf(heading.level, sections) }))
    } else if (source.trim() !== '') {
      const item = !isText ? toItem(source) : undefined
      if (item) addItem(section.list, { ...item, line })
      else addProse(section, { source, line, isAfterBlank })
    }
    isAfterBlank = source.trim() === '' || heading !== undefined
  }
  return { path, front: front.text, sections: sections.map(toSection), longLines }
}

const toDraft = (heading: Pick<Section, 'level' | 'line' | 'title' | 'trail'>): Draft => ({
  ...heading,
  prose: [],
  list: createList(),
})

const toSection = ({ list, ...draft }: Draft): Section => ({ ...draft, nodes: list.nodes })

function addProse(
  { prose, list }: Draft,
  { source, line, isAfterBlank }: { source: string; line: number; isAfterBlank: boolean },
): void {
  if (/^\s*(?:[-*_=]\s*){3,}$/.test(source)) {
    list.open.length = 0
    return
  }
  const indent = source.length - source.trimStart().length
  const isTaken = addText(list, { indent, text: source.trim(), isAfterBlank })
  if (!isTaken) prose.push({ line, text: source.trim() })
}

function headingOf(source: string): Pick<Section, 'level' | 'title'> | undefined {
  const [, marks, title] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(source) ?? []
  return marks === undefined || title === undefined ? undefined : { level: marks.length, title }
}

/** The headings above that have fewer marks each. */
function trailOf(level: number, sections: readonly Draft[]): readonly string[] {
  const above = sections.findLast((section) => section.level > 0 && section.level < level)
  return above ? [...above.trail, above.title] : []
}

/** The front matter, and how many lines it takes. */
function frontOf(lines: readonly string[]): { readonly length: number; readonly text?: string } {
  if (lines[0]?.trim() !== '---') return { length: 0 }
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end === -1) return { length: 0 }
  return { length: end + 1, text: lines.slice(1, end).join('\n') }
}
