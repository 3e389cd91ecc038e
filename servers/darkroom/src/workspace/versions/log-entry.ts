import * as z from 'zod'
import { isHash, isRefName } from '../../names/ref-name.ts'
import { branchRef, type Head, type RefName } from './create-refs.ts'

/**
 * True for `refs/heads/<name>` and `refs/tags/<name>` with a valid name. A workspace may come from
 * another person, so a ref must not be a path out of it.
 */
const isRef = (ref: string) => isRefName(/^refs\/(?:heads|tags)\/(.*)$/s.exec(ref)?.[1] ?? '')

/** The schema of one line of the log: what was done, to which ref, and the snapshot before. */
export const LogEntry = z
  .object({
    timestamp: z.string().describe('When, in UTC'),
    op: z.enum(['snapshot', 'checkout', 'branch', 'tag', 'reset']).describe('What was done'),
    hash: z.string().refine(isHash).describe('The snapshot that it ended on'),
    ref: z
      .string()
      .refine(isRef)
      .nullable()
      .describe('The branch or tag that it wrote or went to; null for a detached HEAD'),
    parent: z.string().refine(isHash).nullable().describe('The snapshot that HEAD was on before'),
    label: z.string().nullable().describe('The label that the caller gave'),
    metadata: z
      .record(z.string(), z.unknown())
      .describe('The move with its values and mask, or the name that was asked for'),
  })
  .refine(({ op, ref }) => ref !== null || op === 'checkout', {
    path: ['ref'],
    message: 'Only a checkout may be without a ref.',
  })

/** A line of the log. */
export type LogEntry = z.output<typeof LogEntry>

/**
 * Returns an entry with its properties in alphabetical order, so that equal entries are equal
 * lines.
 */
export const toLogEntry = ({
  hash,
  label,
  metadata,
  op,
  parent,
  ref,
  timestamp,
}: LogEntry): LogEntry => ({ hash, label, metadata, op, parent, ref, timestamp })

/** The changes of refs and HEAD that an entry implies; they can be repeated safely. */
export interface RefChanges {
  readonly ref?: { readonly name: RefName; readonly hash: string } | undefined
  readonly head?: Head | undefined
}

/** Returns the changes of refs and HEAD that an entry implies. */
export function changesOf({ op, ref, hash }: LogEntry): RefChanges {
  if (op === 'checkout') return { head: headOf(ref, hash) }
  // The cast is safe, because the schema lets only a checkout be without a ref.
  const moved = { name: ref as RefName, hash }
  if (op === 'reset') return { ref: moved, head: headOf(ref, hash) }
  return { ref: moved }
}

function headOf(ref: string | null, hash: string): Head {
  const prefix = branchRef('')
  if (!ref?.startsWith(prefix)) return { detachedAt: hash }
  return { branch: ref.slice(prefix.length) }
}

/** Returns the names of the refs that an entry writes, HEAD included. */
export function refsWrittenBy(entry: LogEntry): readonly (RefName | 'HEAD')[] {
  const { ref, head } = changesOf(entry)
  const names: (RefName | 'HEAD')[] = []
  if (ref !== undefined) names.push(ref.name)
  if (head !== undefined) names.push('HEAD')
  return names
}
