import { isContainer, rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import type { Report } from '../faults/create-faults.ts'
import { quote } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'
import { knownValues } from './values/known-values.ts'

/** Reports counts and statuses that differ from those that follow from the leaves. */
export function checkCounts({ spec, report, folder }: RuleInput): void {
  const rolled = rollUp(spec)
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    const right = rolled.hierarchy[id]
    if (right === undefined || right === node) continue
    checkTotal(id, node, right, report)
    checkCompleted(id, node, right, report)
    if (isContainer(node) && !isOwnStatus(id, node, folder)) {
      checkStatus(id, node, right, report)
    }
  }
  checkSummary(spec, rolled, report)
  if (folder === 'completed') checkIsComplete(rolled, report)
}

const hint = 'It would be computed again.'

function checkTotal(id: string, node: SpecNode, right: SpecNode, report: Report): void {
  if (node.total_tasks === right.total_tasks) return
  const place = ['hierarchy', id, 'total_tasks']
  const isLeaf = node.children.length === 0 && !isContainer(node)
  const message = `The node ${quote(id)} counts ${node.total_tasks} parts, and has `
  const code = isLeaf ? 'INVALID_LEAF_COUNT' : 'TOTAL_TASKS_MISMATCH'
  report(code, place, `${message}${right.total_tasks}.`, { hint, mend: 'derive' })
}

function checkCompleted(id: string, node: SpecNode, right: SpecNode, report: Report): void {
  const { total_tasks: total, completed_tasks: completed } = node
  if (completed === right.completed_tasks) return
  const place = ['hierarchy', id, 'completed_tasks']
  if (completed > total) {
    const message = `The node ${quote(id)} counts ${completed} completed parts of ${total}.`
    report('COMPLETED_EXCEEDS_TOTAL', place, message, { hint, mend: 'derive' })
    return
  }
  const message = `The node ${quote(id)} counts ${completed} completed parts, and has `
  report('COMPLETED_TASKS_MISMATCH', place, `${message}${right.completed_tasks}.`, {
    hint,
    mend: 'derive',
  })
}

/** What other programs write into the root when they move a spec to a folder. */
const statusOfFolder: Readonly<Record<string, string>> = {
  pending: 'pending',
  active: 'in_progress',
  completed: 'completed',
  archived: 'archived',
}

function isOwnStatus(id: string, { status }: SpecNode, folder: string | undefined): boolean {
  if (id !== rootId) return false
  const own = folder === undefined ? 'archived' : statusOfFolder[folder]
  return String(status) === own
}

function checkStatus(id: string, node: SpecNode, right: SpecNode, report: Report): void {
  // A status that is not known at all is reported as such.
  const isKnown = knownValues.statuses.includes(node.status) || id === rootId
  if (node.status === right.status || !isKnown) return
  const message = `The node ${quote(id)} is ${quote(node.status)}, and what is under it makes it `
  report('DERIVED_VALUE_MISMATCH', ['hierarchy', id, 'status'], `${message}${right.status}.`, {
    hint,
    mend: 'derive',
  })
}

function checkSummary(spec: Spec, rolled: Spec, report: Report): void {
  for (const name of ['status', 'progress_percentage', 'current_phase'] as const) {
    if (spec[name] === undefined || spec[name] === rolled[name]) continue
    const message = `The ${name} of the spec is ${quote(spec[name])}, and its nodes make it `
    report('DERIVED_VALUE_MISMATCH', [name], `${message}${quote(rolled[name])}.`, {
      hint,
      mend: 'derive',
    })
  }
}

function checkIsComplete({ hierarchy }: Spec, report: Report): void {
  const root = hierarchy[rootId]
  if (root === undefined || root.completed_tasks === root.total_tasks) return
  const open = root.total_tasks - root.completed_tasks
  report('FOLDER_MISMATCH', [], `The spec is among the completed ones with ${open} open parts.`, {
    hint: 'Complete or cancel them, or move the spec to "active".',
  })
}
