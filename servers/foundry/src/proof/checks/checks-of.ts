import { FoundryError } from '../../errors/foundry-error.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'

/** A verification of a task. */
export interface Check {
  readonly specId: string
  /** The one task that it belongs to, whose files it proves; its own id if there is none. */
  readonly taskId: string
  readonly id: string
  readonly node: SpecNode
}

/** How a check is made: by a command, by comparing with the spec, or by a person who looks. */
export type CheckKind = 'run-tests' | 'fidelity' | 'manual'

/** Returns the command of a check, if it has one. */
export function commandOf({ metadata }: Pick<SpecNode, 'metadata'>): string | undefined {
  const { command } = metadata
  return typeof command === 'string' && command.trim() !== '' ? command : undefined
}

/** Returns how a check is made. One that does not say so is made by its command or by a person. */
export function checkKindOf(node: Pick<SpecNode, 'metadata'>): CheckKind {
  const kind = node.metadata.verification_type
  if (kind === 'run-tests' || kind === 'fidelity' || kind === 'manual') return kind
  return commandOf(node) === undefined ? 'manual' : 'run-tests'
}

/** True if a check was dropped by somebody for a reason. */
export function isDropped(node: SpecNode): boolean {
  const { cancel_reason: reason } = node.metadata
  return stateOf(node) === 'cancelled' && typeof reason === 'string' && reason.trim() !== ''
}

/**
 * Returns the checks of a task: verifications that are its children, and those under phases whose
 * target it is. A verification is its own check. Those that were dropped for a reason are left
 * out.
 */
export function checksOf(spec: Spec, taskId: string): readonly Check[] {
  if (!Object.hasOwn(spec.hierarchy, taskId)) {
    throw new FoundryError('TASK_NOT_FOUND', `The specification has no node '${taskId}'.`, {
      path: 'task_id',
      hint: 'List the tasks of the specification to see their ids.',
    })
  }
  return checksByTask(spec).get(taskId) ?? []
}

/** Returns the checks of all tasks and verifications that have some, by their ids. */
export function checksByTask(spec: Spec): ReadonlyMap<string, readonly Check[]> {
  const found = new Map<string, Check[]>()
  const add = (owner: string, check: Check) => {
    const checks = found.get(owner)
    if (checks === undefined) found.set(owner, [check])
    else checks.push(check)
  }
  let listed: ReadonlyMap<string, string> | undefined
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    if (node.type !== 'verify' || isDropped(node)) continue
    let taskId = parentOf(spec, node)
    if (taskId === undefined) {
      listed ??= tasksByChild(spec)
      taskId = listed.get(id) ?? targetOf(spec, node) ?? id
    }
    const check = { specId: spec.spec_id, taskId, id, node }
    add(id, check)
    if (taskId !== id) add(taskId, check)
  }
  return found
}

function parentOf({ hierarchy }: Spec, { parent }: SpecNode): string | undefined {
  return parent !== null && isTask(hierarchy, parent) ? parent : undefined
}

/** The tasks that list a node as a child, whatever the node says itself. */
function tasksByChild({ hierarchy }: Spec): ReadonlyMap<string, string> {
  const tasks = new Map<string, string>()
  for (const [id, { children }] of Object.entries(hierarchy)) {
    if (!isTask(hierarchy, id)) continue
    for (const child of children) if (!tasks.has(child)) tasks.set(child, id)
  }
  return tasks
}

function targetOf({ hierarchy }: Spec, { metadata }: SpecNode): string | undefined {
  const { target } = metadata
  return typeof target === 'string' && isTask(hierarchy, target) ? target : undefined
}

function isTask(hierarchy: Spec['hierarchy'], id: string): boolean {
  const type = Object.hasOwn(hierarchy, id) ? hierarchy[id]?.type : undefined
  return type === 'task' || type === 'subtask'
}
