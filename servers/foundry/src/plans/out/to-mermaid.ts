import type { Spec } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import { flatten, type OutlineNode, outlineOf } from './outline-of.ts'

/** How the states look; the words are the classes. */
const styles: Readonly<Record<TaskState, string>> = {
  pending: 'fill:#ffffff,stroke:#57606a,color:#24292f',
  in_progress: 'fill:#ddf4ff,stroke:#0969da,color:#24292f',
  in_review: 'fill:#fbefff,stroke:#8250df,color:#24292f',
  completed: 'fill:#dafbe1,stroke:#1a7f37,color:#24292f',
  blocked: 'fill:#fff8c5,stroke:#9a6700,color:#24292f',
  failed: 'fill:#ffebe9,stroke:#cf222e,color:#24292f',
  deferred: 'fill:#f6f8fa,stroke:#8c959f,color:#57606a',
  cancelled: 'fill:#f6f8fa,stroke:#8c959f,color:#8c959f',
}

/** Characters of a label. */
const longest = 80

/** Returns a spec as a flowchart: boxes for tasks, arrows from what comes first. */
export function toMermaid(spec: Spec): string {
  const outline = outlineOf(spec)
  const all = flatten(outline)
  const names = new Map(all.map(({ id }, index) => [id, `n${index + 1}`]))
  const nameOf = (id: string) => names.get(id) ?? ''
  const arrows = all.flatMap(({ id, node }) =>
    (node.dependencies?.blocked_by ?? [])
      .filter((first) => names.has(first))
      .map((first) => `  ${nameOf(first)} --> ${nameOf(id)}`),
  )
  const states = new Set(all.filter(isTask).map(({ node }) => stateOf(node)))
  const classes = [...states].map((state) => `  classDef ${state} ${styles[state]}`)
  const boxes = outline.flatMap((part) => boxLines(part, { nameOf, indent: '  ' }))
  return `${['flowchart TD', ...boxes, ...arrows, ...classes].join('\n')}\n`
}

const isTask = ({ node }: OutlineNode) => node.type !== 'phase'

interface BoxContext {
  readonly nameOf: (id: string) => string
  readonly indent: string
}

function boxLines(part: OutlineNode, { nameOf, indent }: BoxContext): readonly string[] {
  const { id, node, parts } = part
  const label = `["${escapeLabel(node.title)}"]`
  if (node.type !== 'phase') {
    const box = `${indent}${nameOf(id)}${label}:::${stateOf(node)}`
    const links = parts.map((child) => `${indent}${nameOf(id)} -.- ${nameOf(child.id)}`)
    return [box, ...parts.flatMap((child) => boxLines(child, { nameOf, indent })), ...links]
  }
  const inside = parts.flatMap((child) => boxLines(child, { nameOf, indent: `${indent}  ` }))
  // A subgraph without boxes is drawn as a box by itself.
  if (inside.length === 0) return [`${indent}${nameOf(id)}${label}`]
  return [`${indent}subgraph ${nameOf(id)}${label}`, ...inside, `${indent}end`]
}

/** Every character that could end a label or begin a directive is written as its number. */
function escapeLabel(title: string): string {
  const plain = title.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(plain)
  const short =
    characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : plain
  return short.replaceAll(/[^\p{L}\p{N} .,/()+=:?'…–—-]/gu, (one) => `#${one.codePointAt(0)};`)
}
