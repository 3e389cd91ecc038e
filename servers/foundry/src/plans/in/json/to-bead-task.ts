import type { TaskState } from '../../../state/task-state.ts'
import type { ForeignNote, ForeignTask, Remark } from '../../foreign-plan.ts'
import { beadsStatusWords } from '../../status-words.ts'
import { toForeignTask } from '../../to-foreign-task.ts'
import { pathsIn } from '../text/paths-in.ts'
import { slugOf } from '../text/slug-of.ts'
import { foundryOf, stateOfStatus } from './foundry-of.ts'
import { type Members, listOf, membersOf, restOf, textOf, textsOf } from './members-of.ts'

const taken = new Set(
  (
    'id title description status priority issue_type dependencies acceptance_criteria design ' +
    'notes comments labels estimated_minutes close_reason _type'
  ).split(' '),
)

/** An issue as a task, and where it stands. */
export interface BeadTask {
  readonly task: ForeignTask
  readonly parent?: string | undefined
  readonly isEpic: boolean
}

interface Link {
  readonly type: string
  readonly id: string
}

/** Returns an issue of beads as a task. Children are put under it later. */
export function toBeadTask(
  { path, line, members }: { path: string; line: number; members: Members },
  remarks: Remark[],
): BeadTask {
  const title = textOf(members.title) ?? ''
  const foreignId = textOf(members.id) ?? `title:${slugOf(title)}`
  const links = linksOf(members, foreignId)
  const named = (type: string) => links.filter((link) => link.type === type).map(({ id }) => id)
  const description = textOf(members.description)
  const reason = textOf(members.close_reason)
  const state = readState(members, reason)
  const where = { path, line }
  if (state === undefined) {
    const message = `"${foreignId}" has the status "${textOf(members.status)}", which is not known.`
    remarks.push({ ...where, message, action: 'It is pending.' })
  }
  const [parent, ...parents] = named('parent-child')
  if (parents.length > 0) {
    const message = `"${foreignId}" has several parents.`
    remarks.push({ ...where, message, action: `It is under "${parent}"; the rest is kept.` })
  }
  const [discoveredFrom, ...origins] = named('discovered-from')
  const kept = links.filter(({ type, id }) => {
    if (type === 'parent-child') return parents.includes(id)
    return type === 'discovered-from' ? origins.includes(id) : type !== 'blocks'
  })
  if (kept.length > 0) {
    const names = kept.map(({ type, id }) => `${type} ${id}`).join(', ')
    const message = `"${foreignId}" has links that do not order work: ${names}.`
    remarks.push({ ...where, message, action: 'They are kept in metadata.external.' })
  }
  const type = textOf(members.issue_type) ?? 'task'
  const minutes = members.estimated_minutes
  const task = toForeignTask({
    foreignId,
    title,
    description,
    details: textOf(members.design),
    state: state ?? 'pending',
    cancelReason: state === 'cancelled' ? reason : undefined,
    dependencies: named('blocks'),
    discoveredFrom,
    criteria: criteriaOf(members.acceptance_criteria),
    files: pathsIn(`${description ?? ''}\n${textOf(members.design) ?? ''}`),
    priority: textOf(members.priority),
    labels: textsOf(members.labels),
    category: type === 'bug' ? 'investigation' : undefined,
    estimate: typeof minutes === 'number' && minutes > 0 ? minutes / 60 : undefined,
    notes: notesOf(members, state === 'cancelled' ? undefined : reason),
    isCheck: foundryOf(members)?.isCheck,
    ...where,
    rest: restWith(members, { issue_type: type === 'task' ? undefined : type, links: kept }),
  })
  return { task, parent, isEpic: type === 'epic' }
}

function restWith(members: Members, own: Members): Members {
  const rest = restOf(members, taken)
  return { ...rest, ...restOf(own, new Set(own.issue_type === undefined ? ['issue_type'] : [])) }
}

/** An issue that was closed because nobody will do it is not done. */
function readState(members: Members, reason: string | undefined): TaskState | undefined {
  const state = stateOfStatus(textOf(members.status) ?? 'open', members, beadsStatusWords)
  const isDropped = /^(?:won'?t|duplicate|obsolete|cancell?ed|not planned|superseded|invalid)\b/i
  if (state === 'completed' && isDropped.test(reason ?? '')) return 'cancelled'
  return state
}

/** Links of an issue to others; lines of another issue may be among them. */
function linksOf(members: Members, issueId: string): readonly Link[] {
  return listOf(members.dependencies).flatMap((value) => {
    const link = membersOf(value)
    const id = textOf(link?.depends_on_id) ?? textOf(link?.id) ?? textOf(value)
    const owner = textOf(link?.issue_id) ?? issueId
    const type = textOf(link?.type) ?? textOf(link?.dependency_type) ?? 'blocks'
    return id === undefined || owner !== issueId ? [] : [{ type, id }]
  })
}

function criteriaOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return textsOf(value)
  const lines = (textOf(value) ?? '').split(/\r?\n/)
  return lines
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\[.?\])?\s*/, '').trim())
    .filter((line) => line !== '')
}

function notesOf(members: Members, reason: string | undefined): readonly ForeignNote[] {
  const comments = listOf(members.comments).flatMap((value) => {
    const comment = membersOf(value)
    const text = textOf(comment?.text) ?? textOf(comment?.body)
    const at = textOf(comment?.created_at)
    return text === undefined ? [] : [{ text, author: textOf(comment?.author), at }]
  })
  const notes = textOf(members.notes)
  const own: ForeignNote[] = notes === undefined ? [] : [{ title: 'Notes', text: notes }]
  if (reason !== undefined) {
    own.push({ title: 'Closed', text: reason, at: textOf(members.closed_at) })
  }
  return [...comments, ...own]
}
