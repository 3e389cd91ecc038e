import { isSettled } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import type { ForeignCheck, ForeignPhase, ForeignPlan, ForeignTask } from '../foreign-plan.ts'
import { type Fills, toTaskMetadata } from './to-task-metadata.ts'
import type { WantedNode } from './wanted-node.ts'

/** Returns everything that a plan has as nodes, parents before what is under them. */
export function toWantedNodes(plan: ForeignPlan, fills: Fills): readonly WantedNode[] {
  return plan.phases.flatMap((phase) => fromPhase(phase, { kind: plan.kind, fills }))
}

interface Context {
  readonly kind: string
  readonly fills: Fills
}

function fromPhase(phase: ForeignPhase, context: Context): readonly WantedNode[] {
  const { foreignId: id, title, description, dependencies, tasks, rest } = phase
  const isDone = tasks.length > 0 && tasks.every(({ state }) => isSettled(state))
  const checks = phase.checks.map((check, index) => fromCheck(check, { parent: id, index, isDone }))
  const wanted: WantedNode = {
    id,
    type: 'phase',
    title,
    children: [...tasks.map(({ foreignId }) => foreignId), ...checks.map((check) => check.id)],
    dependencies,
    metadata: { description },
    rest,
  }
  return [
    wanted,
    ...tasks.flatMap((task) => fromTask(task, { ...context, parent: id, depth: 1 })),
    ...checks,
  ]
}

interface TaskContext extends Context {
  readonly parent: string
  readonly depth: number
}

function fromTask(task: ForeignTask, context: TaskContext): readonly WantedNode[] {
  const { parent, depth, kind, fills } = context
  const { foreignId: id, title, state, dependencies, discoveredFrom, children, rest } = task
  const isDone = isSettled(state)
  const checks = task.checks.map((check, index) => fromCheck(check, { parent: id, index, isDone }))
  const isVerify = task.isCheck === true && children.length + checks.length === 0
  const plainType = depth === 1 ? 'task' : 'subtask'
  if (state === 'completed' && !children.every((child) => isSettled(child.state))) {
    fills.openParts.push(id)
  }
  const wanted: WantedNode = {
    id,
    type: isVerify ? 'verify' : plainType,
    title,
    state,
    parent,
    children: [...children.map(({ foreignId }) => foreignId), ...checks.map((check) => check.id)],
    dependencies,
    discoveredFrom,
    metadata: {
      ...(isVerify
        ? toVerifyMetadata({ text: task.description ?? title })
        : toTaskMetadata(task, fills)),
      ...cancelOf(task, kind),
    },
    rest,
  }
  const below = { ...context, parent: id, depth: depth + 1 }
  return [wanted, ...children.flatMap((child) => fromTask(child, below)), ...checks]
}

/** What is dropped has a reason and somebody who dropped it. */
function cancelOf({ state, cancelReason }: ForeignTask, kind: string) {
  if (state !== 'cancelled') return {}
  return { cancel_reason: cancelReason ?? `Cancelled in ${kind}.`, cancelled_by: `import:${kind}` }
}

interface CheckPlace {
  readonly parent: string
  readonly index: number
  /** True if the source calls done what the check is for. */
  readonly isDone: boolean
}

function fromCheck(check: ForeignCheck, { parent, index, isDone }: CheckPlace): WantedNode {
  const state: TaskState = isDone || check.isPassed === true ? 'completed' : 'pending'
  const [line = ''] = check.text.split('\n')
  return {
    id: `${parent}#check-${index + 1}`,
    type: 'verify',
    title: line.length > 120 ? `${line.slice(0, 119)}…` : line,
    state,
    parent,
    children: [],
    dependencies: [],
    metadata: toVerifyMetadata(check),
    rest: {},
  }
}

function toVerifyMetadata({ text, command }: ForeignCheck) {
  if (command === undefined) return { verification_type: 'manual', expected: text }
  return { verification_type: 'run-tests', command, expected: text }
}
