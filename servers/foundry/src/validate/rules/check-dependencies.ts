import type { Dependencies, Spec } from '../../spec/spec.ts'
import type { Draft } from '../faults/create-draft.ts'
import { quote, quoteAll } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'

const lists = ['blocks', 'blocked_by', 'depends'] as const

/** The list of the other node that must say the same. */
const mirrors = { blocks: 'blocked_by', blocked_by: 'blocks' } as const

/** True if a node names another in a list. */
type Names = (id: string, list: keyof Dependencies, other: string) => boolean

/** Reports dependencies on nodes that are not there, on a node itself, or told by one side only. */
export function checkDependencies(input: RuleInput): void {
  const names = toNames(input.spec)
  for (const [id, { dependencies }] of Object.entries(input.spec.hierarchy)) {
    if (dependencies === undefined) continue
    for (const list of lists) {
      checkTargets(input, id, list)
      checkSelf(input, id, list)
    }
    checkMirror(input, id, 'blocks', names)
    checkMirror(input, id, 'blocked_by', names)
  }
}

/** Long lists are asked about as often as they are long, so each becomes a set once. */
function toNames({ hierarchy }: Spec): Names {
  const sets = new Map<readonly string[], ReadonlySet<string>>()
  return (id, list, other) => {
    const ids = hierarchy[id]?.dependencies?.[list] ?? []
    if (ids.length < 16) return ids.includes(other)
    const set = sets.get(ids) ?? new Set(ids)
    sets.set(ids, set)
    return set.has(other)
  }
}

function checkTargets({ spec, report }: RuleInput, id: string, list: keyof Dependencies): void {
  const { hierarchy } = spec
  const ids = hierarchy[id]?.dependencies?.[list] ?? []
  const missing = ids.filter((other) => hierarchy[other] === undefined)
  if (missing.length === 0) return
  const message = `The node ${quote(id)} names in ${list} nodes that are not there: `
  const place = ['hierarchy', id, 'dependencies', list]
  report('MISSING_DEPENDENCY_TARGET', place, `${message}${quoteAll(missing)}.`, {
    hint: 'Remove these ids, or write those that are meant.',
  })
}

function checkSelf({ spec, report }: RuleInput, id: string, list: keyof Dependencies): void {
  if (!spec.hierarchy[id]?.dependencies?.[list]?.includes(id)) return
  const place = ['hierarchy', id, 'dependencies', list]
  report('SELF_DEPENDENCY', place, `The node ${quote(id)} names itself in ${list}.`, {
    hint: 'Remove the id: a node cannot wait for itself.',
    mend: (draft) =>
      draft.set(
        place,
        idsIn(draft, id, list).filter((other) => other !== id),
      ),
  })
}

function checkMirror(
  { spec, report }: RuleInput,
  id: string,
  list: 'blocks' | 'blocked_by',
  names: Names,
): void {
  const { hierarchy } = spec
  const mirror = mirrors[list]
  const oneSided = (hierarchy[id]?.dependencies?.[list] ?? []).filter(
    (other) => other !== id && hierarchy[other] !== undefined && !names(other, mirror, id),
  )
  if (oneSided.length === 0) return
  const message = `The node ${quote(id)} names in ${list} nodes that do not name it in ${mirror}: `
  const place = ['hierarchy', id, 'dependencies', list]
  report('BIDIRECTIONAL_INCONSISTENCY', place, `${message}${quoteAll(oneSided)}.`, {
    hint: `Add ${quote(id)} to their ${mirror}.`,
    mend: (draft) => {
      for (const other of oneSided) addTo(draft, other, mirror, id)
    },
  })
}

function addTo(draft: Draft, id: string, list: keyof Dependencies, other: string): void {
  const place = ['hierarchy', id, 'dependencies']
  if (draft.get(place) === undefined) draft.set(place, {})
  const ids = idsIn(draft, id, list)
  if (!ids.includes(other)) draft.set([...place, list], [...ids, other])
}

function idsIn(draft: Draft, id: string, list: keyof Dependencies): readonly string[] {
  const ids = draft.get(['hierarchy', id, 'dependencies', list])
  // The cast repeats what the structure of the spec was checked for.
  return Array.isArray(ids) ? (ids as readonly string[]) : []
}
