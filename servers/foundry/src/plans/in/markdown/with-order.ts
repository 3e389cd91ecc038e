import type { ForeignPhase, Remark } from '../../foreign-plan.ts'
import { mapTasks, tasksOf } from '../../settle/tasks-of.ts'
import type { ListNode } from './list/create-list.ts'
import type { Section } from './list/to-sections.ts'
import { idsIn } from './task/ids-in.ts'

interface Link {
  readonly from: string
  readonly to: string
}

const code = /\bT-?\d+/

/** Adds what the section about dependencies says: who blocks whom, and what comes before what. */
export function withOrder(
  phases: readonly ForeignPhase[],
  sections: readonly Section[],
  { path, remarks }: { readonly path: string; readonly remarks: Remark[] },
): readonly ForeignPhase[] {
  const known = new Set(tasksOf({ phases }).map(({ foreignId }) => foreignId))
  const links: Link[] = []
  for (const { line, text } of sections.flatMap(linesOf)) {
    const found = linksIn(text).filter(({ from, to }) => known.has(from) && known.has(to))
    links.push(...found)
    if (found.length === 0) {
      const message = `This line about the order is not a dependency between tasks: "${text}"`
      remarks.push({ path, line, message, action: 'Phases and tasks keep the order of the file.' })
    }
  }
  const waits = new Map<string, string[]>()
  for (const { from, to } of links) waits.set(from, [...(waits.get(from) ?? []), to])
  return mapTasks(phases, (task) => {
    const more = waits.get(task.foreignId) ?? []
    return { ...task, dependencies: [...new Set([...task.dependencies, ...more])] }
  })
}

interface Line {
  readonly line: number
  readonly text: string
}

function linesOf({ prose, nodes }: Section): readonly Line[] {
  const under = (node: ListNode): readonly Line[] => [node, ...node.children.flatMap(under)]
  return [...prose, ...nodes.flatMap(under)].filter(({ text }) => text.length < 2000)
}

/** `T001 blocks T002`, `T002 depends on T001`, `T001 before T002`, `T001 → T002 → T003`. */
function linksIn(text: string): readonly Link[] {
  const plain = text.replaceAll(/[*`]/g, '')
  const [first, verb, second] =
    plain.split(/\b(blocks|must (?:be )?complete before|before|depends on|after|requires)\b/i) ?? []
  if (first !== undefined && verb !== undefined && second !== undefined) {
    const isForward = /blocks|before/i.test(verb)
    return pairs(codesIn(isForward ? first : second), codesIn(isForward ? second : first))
  }
  const steps = plain.split(/→|->|⇒/)
  return steps.flatMap((step, index) => pairs(codesIn(step), codesIn(steps[index + 1] ?? '')))
}

const codesIn = (text: string) => idsIn(text).filter((id) => code.test(id))

const pairs = (earlier: readonly string[], later: readonly string[]): readonly Link[] =>
  later.flatMap((from) => earlier.map((to) => ({ from, to })))
