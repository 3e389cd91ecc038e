import type { ForeignPhase, Remark } from '../../foreign-plan.ts'
import { tasksOf } from '../../settle/tasks-of.ts'
import type { MarkdownDocument } from './list/to-sections.ts'

/** Returns a remark that names the sections of a file whose text is not in the plan. */
export function leftOver(
  { path, sections }: MarkdownDocument,
  phases: readonly ForeignPhase[],
): readonly Remark[] {
  const lines = tasksOf({ phases }).flatMap(({ line }) => line ?? [])
  const taken = new Set(phases.flatMap(({ line }) => line ?? []))
  const starts = sections.map(({ line }) => line)
  for (const line of lines) taken.add(starts[lastAtMost(starts, line)] ?? 0)
  const own = new Set(lines)
  const tasks = new Set(sections.filter(({ line }) => own.has(line)).map(({ title }) => title))
  const left = sections.filter(
    ({ level, line, prose, nodes, trail }) =>
      level > 1 &&
      prose.length + nodes.length > 0 &&
      !taken.has(line) &&
      !trail.some((title) => tasks.has(title)),
  )
  if (left.length === 0) return []
  const names = left.map(({ title }) => `"${title}"`).join(', ')
  const message = `These sections do not have tasks: ${names}.`
  return [{ path, line: left[0]?.line, message, action: 'Their text is not in the plan.' }]
}

/** The index of the last number that is not above another; the numbers are in order. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
