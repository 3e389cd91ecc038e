import type { MarkdownDocument } from './list/to-sections.ts'

/** A requirement, or one criterion of it. */
export interface Requirement {
  readonly text: string
  readonly criteria: readonly string[]
}

const heading = /^(?:requirement|req|需求|要件)\s*-?\s*(\d+(?:\.\d+)*)\s*[:：.–—-]?\s*(.*)$/i
const numbered = /^(\d+(?:\.\d+)*)[.:：)]?\s+(.+)$/

/** Returns requirements by id: `1` with all its criteria, and `1.2` for its second one. */
export function requirementsOf({ sections }: MarkdownDocument): Map<string, Requirement> {
  const found = new Map<string, Requirement>()
  let current: string | undefined
  for (const { title, level, nodes, prose } of sections) {
    const plain = title.replaceAll('**', '').trim()
    const match = heading.exec(plain) ?? (level > 2 ? numbered.exec(plain) : undefined)
    const id = match?.[1]
    if (id !== undefined) {
      current = id
      const story = prose.map(({ text }) => text.replaceAll('**', '')).join(' ')
      found.set(id, { text: [match?.[2], story].filter(Boolean).join('. '), criteria: [] })
    } else if (level <= 2) {
      current = undefined
    }
    const isCriteria = /criteria|criterio|验收|受け入れ/i.test(title)
    if (current !== undefined && (isCriteria || id !== undefined)) {
      const texts = nodes.filter(({ ordinal }) => ordinal !== undefined || isCriteria)
      addCriteria(
        found,
        current,
        texts.map(({ text }) => text.replaceAll('**', '')),
      )
    }
  }
  return found
}

function addCriteria(found: Map<string, Requirement>, id: string, texts: readonly string[]): void {
  const requirement = found.get(id)
  if (requirement === undefined) return
  const before = requirement.criteria.length
  for (const [index, text] of texts.entries()) {
    const own = /^(\d+\.\d+)[.)]?\s+(.+)$/.exec(text)
    const name = own?.[1] ?? `${id}.${before + index + 1}`
    const criterion = own?.[2] ?? text
    found.set(name, { text: criterion, criteria: [criterion] })
  }
  found.set(id, { ...requirement, criteria: [...requirement.criteria, ...texts] })
}
