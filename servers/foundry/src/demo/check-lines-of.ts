import { type Check, checksOf } from '../proof/checks/checks-of.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { Spec } from '../spec/spec.ts'

/** One run of a check, as the file has it. */
export interface CheckLine {
  readonly taskId: string
  readonly checkId: string
  readonly at: string
  readonly title: string
  readonly author: string
  readonly result: string
  readonly exit: number
  readonly ms: number
  readonly command: string
}

/** Returns all runs of all checks of a spec in their order. */
export function checkLinesOf(spec: Spec): readonly CheckLine[] {
  const tasks = Object.keys(spec.hierarchy).filter((id) => nodeOf(spec, id).type === 'task')
  return tasks
    .flatMap((id) => checksOf(spec, id).flatMap(toLines))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

interface Result {
  readonly result: string
  readonly timestamp: string
  readonly author: string
  readonly exit_code: number
  readonly duration_ms: number
}

function toLines({ id: checkId, taskId, node }: Check): readonly CheckLine[] {
  const { verification_history: history = [], command } = node.metadata
  // The cast names what a run of a check has written.
  return (history as readonly Result[]).map((one) => ({
    taskId,
    checkId,
    title: node.title,
    at: one.timestamp,
    author: one.author,
    result: one.result,
    exit: one.exit_code,
    ms: one.duration_ms,
    command: String(command ?? ''),
  }))
}
