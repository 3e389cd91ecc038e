import type { SpecNode } from '../spec/spec.ts'
import type { Move } from '../state/moves.ts'
import type { Act } from './apply-move.ts'

type Metadata = Readonly<Record<string, unknown>>

/** What a node remembers of a move, and, as undefined, what it forgets. */
export function metadataAfter(node: SpecNode, move: Move, act: Act): Metadata {
  const remember = memories[move]
  return remember === undefined ? {} : remember(act, node)
}

const blockerMembers = ['blocked_at', 'blocker_type', 'blocker_description', 'blocker_ticket']
const endMembers = ['completed_at', 'cancel_reason', 'cancelled_by', 'cancelled_at']

const forget = (members: readonly string[]): Metadata =>
  Object.fromEntries(members.map((name) => [name, undefined]))

const memories: Partial<Record<Move, (act: Act, node: SpecNode) => Metadata>> = {
  complete: ({ now, reason }) => ({ completed_at: now.toISOString(), status_note: reason }),
  block: ({ now, reason }) => ({ blocked_at: now.toISOString(), blocker_description: reason }),
  unblock: (act, node) => ({
    ...forget(blockerMembers),
    resolved_blockers: [...resolvedBefore(node), toResolved(act, node)],
  }),
  cancel: ({ now, reason, who }) => ({
    ...forget(blockerMembers),
    cancel_reason: reason,
    cancelled_by: who,
    cancelled_at: now.toISOString(),
  }),
  fail: ({ now, reason }, { metadata }) => ({
    failed_at: now.toISOString(),
    failure_reason: reason,
    retry_count: Number(metadata.retry_count ?? 0) + 1,
  }),
  defer: ({ reason }) => ({ ...forget(blockerMembers), defer_reason: reason }),
  resume: () => ({ defer_reason: undefined }),
  reopen: () => forget(endMembers),
}

const resolvedBefore = ({ metadata }: SpecNode): readonly unknown[] =>
  Array.isArray(metadata.resolved_blockers) ? metadata.resolved_blockers : []

function toResolved({ now, reason }: Act, { metadata }: SpecNode): Metadata {
  const known = blockerMembers.filter((name) => metadata[name] !== undefined)
  const blocker = Object.fromEntries(known.map((name) => [name, metadata[name]]))
  return { ...blocker, resolved_at: now.toISOString(), resolution: reason }
}
