import type { PlanFile, Remark } from '../../../foreign-plan.ts'
import { slugOf } from '../../text/slug-of.ts'
import type { ListNode } from '../list/create-list.ts'
import { type Section, toSections } from '../list/to-sections.ts'

/** A requirement that a change adds, modifies, removes or renames. */
export interface Delta {
  /** The capability and the name, such as `cli-init/show-progress`. */
  readonly id: string
  readonly operation: 'added' | 'modified' | 'removed' | 'renamed'
  readonly title: string
  readonly text: string
  /** One for each scenario. */
  readonly criteria: readonly string[]
  readonly path: string
  readonly line: number
}

const operations = ['added', 'modified', 'removed', 'renamed'] as const

/** Returns what a file of a change does to the requirements of a capability. */
export function deltasOf(file: PlanFile, remarks: Remark[]): readonly Delta[] {
  const { sections } = toSections(file)
  const capability = capabilityOf(file.path)
  const found: Delta[] = []
  for (const [index, section] of sections.entries()) {
    const operation = operationOf(section)
    const name = nameOf(section.title)
    if (operation === 'renamed' && section.level === 2) {
      found.push(...renamesOf(section, { path: file.path, capability }))
    } else if (name !== undefined) {
      const below = scenariosUnder(sections, index)
      const text = textOf(section)
      const about = { path: file.path, line: section.line }
      const criteria = below.map(toCriterion)
      const id = `${capability}/${slugOf(name)}`
      found.push({ ...about, id, operation: operation ?? 'added', title: name, text, criteria })
      if (below.length === 0 && operation !== 'removed') {
        const message = `The requirement "${name}" does not have a scenario.`
        remarks.push({ ...about, message, action: 'Its text is its criterion.' })
      }
    }
  }
  if (found.length === 0) {
    const message = 'The file does not change a requirement.'
    remarks.push({ path: file.path, message, action: 'It was not taken.' })
  }
  return found
}

const capabilityOf = (path: string) =>
  /specs\/(.+?)(?:\/spec)?\.md$/.exec(path)?.[1] ?? path.replace(/\.md$/, '')

const nameOf = (title: string) => /^requirement\s*[:：]\s*(.+)$/i.exec(title.trim())?.[1]?.trim()

/** From the heading above, such as `## ADDED Requirements`. */
function operationOf({ title, trail }: Section): Delta['operation'] | undefined {
  const words = [title, ...trail].map((one) => one.trim().toLowerCase())
  return operations.find((operation) => words.some((word) => word.startsWith(operation)))
}

function scenariosUnder(sections: readonly Section[], index: number): readonly Section[] {
  const { level = 0 } = sections[index] ?? {}
  const next = sections.findIndex((section, at) => at > index && section.level <= level)
  return sections
    .slice(index + 1, next === -1 ? sections.length : next)
    .filter(({ title }) => /^scenario\b/i.test(title))
}

const plain = (text: string) => text.replaceAll('**', '').trim()

/** A scenario in one line: its name, and what happens when. */
function toCriterion({ title, nodes, prose }: Section): string {
  const name = plain(title.replace(/^scenario\s*[:：]?\s*/i, ''))
  const steps = [...nodes.flatMap(textsUnder), ...prose.map(({ text }) => text)].map(plain)
  return [name, steps.join('; ')].filter((one) => one !== '').join(': ')
}

const textsUnder = (node: ListNode): readonly string[] => [
  [node.text, ...node.body].join(' '),
  ...node.children.flatMap(textsUnder),
]

const textOf = ({ prose, nodes }: Section) =>
  plain([...prose.map(({ text }) => text), ...nodes.flatMap(textsUnder)].join('\n'))

/** Pairs of lines that begin with FROM and TO. */
function renamesOf(
  { nodes, prose, line }: Section,
  { path, capability }: { readonly path: string; readonly capability: string },
): readonly Delta[] {
  const lines = [...nodes.flatMap(textsUnder), ...prose.map(({ text }) => text)]
  const names = (word: string) =>
    lines.flatMap(
      (text) => new RegExp(`^\\W*${word}\\s*:\\s*(.+)$`, 'i').exec(plain(text))?.[1] ?? [],
    )
  const clean = (name: string) =>
    name.replaceAll('`', '').replace(/^#+\s*(?:Requirement:)?\s*/i, '')
  const to = names('TO').map(clean)
  return names('FROM').map((from, index) => {
    const name = to[index] ?? clean(from)
    const text = `Renamed from "${clean(from)}" to "${name}".`
    const id = `${capability}/renamed-${slugOf(name)}`
    return { id, operation: 'renamed', title: name, text, criteria: [text], path, line }
  })
}
