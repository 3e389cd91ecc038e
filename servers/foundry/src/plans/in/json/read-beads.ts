import type { ForeignNote, ForeignPlan, ForeignTask, PlanFile, Remark } from '../../foreign-plan.ts'
import { checkTaskCount, settlePlan } from '../../settle/settle-plan.ts'
import { type Members, membersOf, textOf } from './members-of.ts'
import { toBeadPhases } from './to-bead-phases.ts'
import { toBeadTask } from './to-bead-task.ts'

/** A line of the file that holds an object. */
interface Line {
  readonly path: string
  readonly line: number
  readonly members: Members
}

interface Reading {
  readonly remarks: Remark[]
  readonly notes: ForeignNote[]
}

/** Reads `issues.jsonl` of beads: an issue or a memory a line. */
export function readBeads(files: readonly PlanFile[]): ForeignPlan {
  const reading: Reading = { remarks: [], notes: [] }
  const lines = files.flatMap((file) => linesOf(file, reading.remarks))
  const issues = newestOf(
    lines.filter((line) => isIssue(line, reading)),
    reading.remarks,
  )
  const [path = 'issues.jsonl'] = files.map((file) => file.path)
  checkTaskCount(issues.length, path)
  const tasks = issues.map((line) => toBeadTask(line, reading.remarks))
  const plan: ForeignPlan = {
    kind: 'beads',
    path,
    title: titleOf(tasks),
    phases: toBeadPhases(tasks, reading.remarks),
    criteria: [],
    notes: reading.notes,
    remarks: reading.remarks,
    rest: {},
  }
  return settlePlan(plan)
}

/** One epic gives the plan its name. */
function titleOf(tasks: readonly { readonly isEpic: boolean; readonly task: ForeignTask }[]) {
  const epics = tasks.filter(({ isEpic }) => isEpic)
  const [first] = epics
  return epics.length === 1 && first ? first.task.title : 'Issues of beads'
}

function linesOf({ path, text }: PlanFile, remarks: Remark[]): readonly Line[] {
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trimStart().startsWith('[')) return arrayOf({ path, text: plain }, remarks)
  return plain.split(/\r?\n/).flatMap((source, index) => {
    const line = index + 1
    if (source.trim() === '') return []
    if (/^(?:<{7}|={7}|>{7})/.test(source)) {
      const message = 'The line is a marker of an unfinished merge.'
      remarks.push({ path, line, message, action: 'The lines of both sides are read.' })
      return []
    }
    const members = membersOf(parse(source))
    if (members !== undefined) return [{ path, line, members }]
    remarks.push({ path, line, message: 'The line is not a JSON object.', action: 'Left out.' })
    return []
  })
}

/** `bd list --json` writes an array instead of lines. */
function arrayOf({ path, text }: PlanFile, remarks: Remark[]): readonly Line[] {
  const value = parse(text)
  if (!Array.isArray(value)) {
    remarks.push({ path, line: 1, message: 'The file is not JSON.', action: 'Left out.' })
    return []
  }
  return value.flatMap((one, index) => {
    const members = membersOf(one)
    if (members) return [{ path, line: index + 1, members }]
    const message = `Entry ${index + 1} is not an object.`
    remarks.push({ path, message, action: 'Left out.' })
    return []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for work. Memories become notes, and what was deleted is named. */
function isIssue({ path, line, members }: Line, { remarks, notes }: Reading): boolean {
  const type = textOf(members._type) ?? 'issue'
  const id = textOf(members.id) ?? textOf(members.title) ?? '?'
  if (type === 'memory') {
    const text = textOf(members.value) ?? textOf(members.content) ?? ''
    const title = textOf(members.key)
    if (text !== '' || title) notes.push({ title, text: text || String(title) })
    else remarks.push({ path, line, message: 'The memory is empty.', action: 'Left out.' })
    return false
  }
  if (members.status === 'tombstone') {
    const reason = textOf(members.delete_reason)
    const why = reason === undefined ? '' : `: ${reason}`
    remarks.push({ path, line, message: `"${id}" was deleted${why}.`, action: 'Left out.' })
    return false
  }
  if (type === 'issue' && (textOf(members.title) || textOf(members.id))) return true
  const message =
    type === 'issue' ? 'The issue has no title.' : `The line is of the type "${type}".`
  remarks.push({ path, line, message, action: 'Left out.' })
  return false
}

/** Two lines with one id are two versions of an issue. */
function newestOf(lines: readonly Line[], remarks: Remark[]): readonly Line[] {
  const newest = new Map<string, Line>()
  for (const one of lines) {
    const id = textOf(one.members.id) ?? `line ${one.line}`
    const other = newest.get(id)
    const isOlder =
      (textOf(one.members.updated_at) ?? '') < (textOf(other?.members.updated_at) ?? '')
    if (!other || !isOlder) newest.set(id, one)
    if (other) {
      const { path, line } = isOlder ? one : other
      const message = `The id "${id}" is there twice; this line is the older one.`
      remarks.push({ path, line, message, action: 'Left out.' })
    }
  }
  return [...newest.values()]
}
