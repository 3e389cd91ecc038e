import { nodeOf } from '../../spec/node-of.ts'
import type { Spec } from '../../spec/spec.ts'
import type { Foundry } from '../foundry.ts'
import { withLine } from '../with-line.ts'
import type { MemberChange } from './changes-of.ts'

/** What a task no longer is measured by, who says so, and why. */
export interface Deviation {
  readonly task_id: string
  readonly changes: readonly MemberChange[]
  readonly author: string
  readonly reason?: string | undefined
}

/** Writes into the journal what a task was measured by before and is now, if that changed. */
export function withDeviation(foundry: Foundry, spec: Spec, deviation: Deviation): Spec {
  const { task_id, changes, author, reason = 'No reason was given.' } = deviation
  if (changes.length === 0) return spec
  const members = changes.map(({ member }) => member).join(', ')
  return withLine(foundry, spec, {
    entry_type: 'deviation',
    title: `${nodeOf(spec, task_id).title}: ${members} changed`,
    content: [reason, ...changes.map(toSentence)].join('\n'),
    author,
    task_id,
    metadata: { changes },
  })
}

const toSentence = ({ member, before, after }: MemberChange): string =>
  `${member}: ${toText(before)} → ${toText(after)}`

/** What is longer is in the metadata of the line. */
const maxText = 500

const toText = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, maxText)
