import * as z from 'zod'
import { isHash, isRefName } from '../../names/ref-name.ts'
import { branchRef, type RefName } from './create-refs.ts'

/** A workspace may come from somebody else, so what is in its files leads nowhere but into it. */
const isRef = (ref: string) => isRefName(/^refs\/(?:heads|tags)\/(.*)$/s.exec(ref)?.[1] ?? '')

/** One line of the log: what was done, to which ref, and what that pointed at before. */
export const LogEntry = z.object({
  timestamp: z.string().describe('When, in UTC'),
  op: z.enum(['snapshot', 'checkout', 'branch', 'tag', 'reset']).describe('What was done'),
  hash: z.string().refine(isHash).describe('The snapshot that it ended on'),
  ref: z
    .string()
    .refine(isRef)
    .nullable()
    .describe('The branch or tag that it wrote or went to; null for a detached HEAD'),
  parent: z.string().nullable().describe('The snapshot that HEAD was on before'),
  label: z.string().nullable().describe('What the caller called it'),
  metadata: z.record(z.string(), z.unknown()).describe('More about it'),
})

/** A line of the log, as it was read. */
export type LogEntry = z.output<typeof LogEntry>

/** The members that every entry has, in the order of their names. */
export const toLogEntry = ({
  hash,
  label,
  metadata,
  op,
  parent,
  ref,
  timestamp,
}: LogEntry): LogEntry => ({ hash, label, metadata, op, parent, ref, timestamp })

/** What an entry says that refs and HEAD must be; doing it twice is doing it once. */
export interface Effect {
  readonly ref?: { readonly name: RefName; readonly hash: string }
  readonly head?: { readonly branch: string } | { readonly detachedAt: string }
}

/** What an entry does to refs and HEAD. */
export function effectOf({ op, ref, hash }: LogEntry): Effect {
  const branch = ref?.startsWith(branchRef('')) ? ref.slice(branchRef('').length) : undefined
  const head = branch === undefined ? { detachedAt: hash } : { branch }
  if (op === 'checkout') return { head }
  // The cast says what every other operation has written into its entry.
  const moved = { name: ref as RefName, hash }
  return op === 'reset' ? { ref: moved, head } : { ref: moved }
}

/** The refs that an entry writes, HEAD included. */
export function namesOf(entry: LogEntry): readonly (RefName | 'HEAD')[] {
  const { ref, head } = effectOf(entry)
  return [
    ...(ref === undefined ? [] : [ref.name]),
    ...(head === undefined ? [] : ['HEAD' as const]),
  ]
}
