import type { ForeignPhase, Remark } from '../../foreign-plan.ts'
import { tasksOf } from '../../settle/tasks-of.ts'
import type { MarkdownDocument } from './list/to-sections.ts'

/** Returns a remark that names the sections of a file whose text is not in the plan. */
export function leftOver(
  { path, sections, longLines }: MarkdownDocument,
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
  const long = longLines.map((line) => ({
    path,
    line,
    message: 'The line is longer than 10,000 characters.',
    action: 'It is text; no task is looked for in it.',
  }))
  if (left.length === 0) return long
  const names = left.map(({ title }) => `"${title}"`).join(', ')
  const message = `These sections do not have tasks: ${names}.`
  const action = 'Their text is not in the plan.'
  return [...long, { path, line: left[0]?.line, message, action }]
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
