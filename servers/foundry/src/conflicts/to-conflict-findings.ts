import type { Finding } from '../findings/finding.ts'
import type { Spec } from '../spec/spec.ts'
import { type Conflict, type ConflictReason, conflictsIn } from './conflicts-in.ts'

/** What a person reads: what happened, and what to do. */
interface Words {
  readonly message: string
  readonly hint: string
}

const words: Readonly<Record<ConflictReason, (conflict: Conflict) => Words>> = {
  both_changed: ({ member, kept, other }) => ({
    message: `Both branches changed ${member}: it is ${quote(kept)} now, and not ${quote(other)}.`,
    hint: `Change ${member} if it is wrong`,
  }),
  removed_and_changed: () => ({
    message: 'One branch removed this node, and the other changed it. It is kept.',
    hint: 'Remove the node if nobody needs it',
  }),
  circle: ({ member, kept, other }) => ({
    message:
      `The two branches together would be a circle: ${member} was to have ${quote(other)}, ` +
      `and has ${quote(kept)} instead.`,
    hint: `Change ${member} if another link of the circle is the wrong one`,
  }),
  checks_changed: ({ kept, other }) => ({
    message:
      `One branch set this to ${quote(other)}, and the other changed its checks. ` +
      `It is ${quote(kept)} again, because nobody has proved these checks.`,
    hint: 'Run its checks and complete it once more',
  }),
  part_open: ({ kept, other }) => ({
    message:
      `One branch set this to ${quote(other)}, and a part of it is open after the merge. ` +
      `It is ${quote(kept)} again.`,
    hint: 'Finish its parts and complete it once more',
  }),
}

/** Returns what merges left to decide in a spec: one finding for each conflict that it keeps. */
export function toConflictFindings(spec: Spec): readonly Finding[] {
  const ofSpec = conflictsIn(spec.metadata ?? {}).map((one) => toConflictFinding('', one))
  const ofNodes = Object.entries(spec.hierarchy).flatMap(([id, { metadata }]) =>
    conflictsIn(metadata).map((one) => toConflictFinding(`hierarchy.${id}`, one)),
  )
  return [...ofSpec, ...ofNodes]
}

/**
 * Says what is to be decided.
 *
 * @param place The path of the node, such as `hierarchy.task-1-2`; empty for the spec itself.
 */
export function toConflictFinding(place: string, conflict: Conflict): Finding {
  const { message, hint } = words[conflict.reason](conflict)
  const parts = place === '' ? [] : [place]
  const member = conflict.member === '' ? [] : [conflict.member]
  const list = [...parts, 'metadata.conflicts'].join('.')
  return {
    code: 'MERGE_CONFLICT',
    severity: 'warning',
    path: [...parts, ...member].join('.'),
    message,
    hint: `${hint}. Then remove the entry from ${list}.`,
    fixable: false,
  }
}

const longest = 80

function quote(value: unknown): string {
  if (value === null) return 'nothing'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
