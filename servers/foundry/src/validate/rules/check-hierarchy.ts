import { rootId } from '../../spec/root-id.ts'
import type { Spec } from '../../spec/spec.ts'
import type { Draft } from '../faults/create-draft.ts'
import type { Mend } from '../faults/create-faults.ts'
import { quote, quoteAll } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'

/** The node that each node is under. Of several that list it, the one that it names is right. */
type Homes = Map<string, string>

/** Reports where `children` and `parent` disagree, or name nodes that are not there. */
export function checkHierarchy(input: RuleInput): void {
  const homes = findHomes(input.spec)
  const { hierarchy } = input.spec
  for (const id of Object.keys(hierarchy)) {
    checkChildren(input, id, homes)
    if (id === rootId) checkRootParent(input)
    else checkParent(input, id, homes)
  }
}

function findHomes({ hierarchy }: Spec): Homes {
  const homes: Homes = new Map()
  for (const [id, { children }] of Object.entries(hierarchy)) {
    for (const child of children) {
      const isNamed = hierarchy[child]?.parent === id
      if (isNamed || !homes.has(child)) homes.set(child, id)
    }
  }
  return homes
}

function checkChildren(input: RuleInput, id: string, homes: Homes): void {
  const { hierarchy } = input.spec
  const missing = new Set<string>()
  const repeated = new Set<string>()
  const seen = new Set<string>()
  for (const child of hierarchy[id]?.children ?? []) {
    if (hierarchy[child] === undefined) missing.add(child)
    else if (seen.has(child) || homes.get(child) !== id) repeated.add(child)
    seen.add(child)
  }
  if (missing.size > 0) reportMissing(input, id, [...missing])
  if (repeated.size > 0) reportRepeated(input, id, { repeated: [...repeated], homes })
}

function reportMissing({ report }: RuleInput, id: string, missing: readonly string[]): void {
  const message = `The node ${quote(id)} lists children that are not there: ${quoteAll(missing)}.`
  report('MISSING_CHILD', ['hierarchy', id, 'children'], message, {
    hint: 'Remove these ids from the children, or add the nodes.',
  })
}

function reportRepeated(
  { report }: RuleInput,
  id: string,
  { repeated, homes }: { readonly repeated: readonly string[]; readonly homes: Homes },
): void {
  const message = `The node ${quote(id)} lists children that are listed elsewhere too: `
  const place = ['hierarchy', id, 'children']
  report('DUPLICATE_CHILD', place, `${message}${quoteAll(repeated)}.`, {
    hint: 'List each node once, in the children of its parent.',
    mend: (draft) => keepOwnChildren(draft, id, homes),
  })
}

function keepOwnChildren(draft: Draft, id: string, homes: Homes): void {
  const seen = new Set<string>()
  const kept = childrenIn(draft, id).filter((child) => {
    if (draft.get(['hierarchy', child]) === undefined) return true
    const isOwn = homes.get(child) === id && !seen.has(child)
    seen.add(child)
    return isOwn
  })
  draft.set(['hierarchy', id, 'children'], kept)
}

function checkRootParent({ spec, report }: RuleInput): void {
  const parent = spec.hierarchy[rootId]?.parent
  if (parent === null || parent === undefined) return
  const place = ['hierarchy', rootId, 'parent']
  const message = `The node "spec-root" is under ${quote(parent)}, and must not be under any.`
  report('INVALID_ROOT_PARENT', place, message, {
    hint: 'Write null.',
    mend: (draft) => draft.set(place, null),
  })
}

function checkParent({ spec, report }: RuleInput, id: string, homes: Homes): void {
  const { hierarchy } = spec
  const parent = hierarchy[id]?.parent ?? null
  const home = homes.get(id)
  if (parent !== null && parent === home) return
  const place = ['hierarchy', id, 'parent']
  const mend: Mend = (draft) => settle(draft, id, homes)
  const target = home === undefined ? 'under "spec-root"' : `under ${quote(home)}, which lists it`
  const details = { hint: `It would be put ${target}.`, mend }
  if (parent === null) {
    const message = `The node ${quote(id)} has no parent; only "spec-root" has none.`
    report('NULL_PARENT', place, message, details)
  } else if (hierarchy[parent] === undefined) {
    const message = `The parent ${quote(parent)} of ${quote(id)} is not there.`
    report('MISSING_PARENT', place, message, details)
  } else if (home === undefined) {
    const message = `No node lists ${quote(id)} as its child, and its parent ${quote(parent)} `
    report('ORPHANED_NODES', ['hierarchy', id], `${message}does not either.`, {
      hint: 'Add the id to the children of its parent, or remove the node.',
      mend,
    })
  } else {
    const message = `The node ${quote(id)} names the parent ${quote(parent)}, `
    report('PARENT_CHILD_MISMATCH', place, `${message}but ${quote(home)} lists it.`, details)
  }
}

/** Puts a node under what lists it, or else under what it names, or else under the root. */
function settle(draft: Draft, id: string, homes: Homes): void {
  const listed = homes.get(id)
  const home = listed ?? namedHome(draft, id, homes)
  draft.set(['hierarchy', id, 'parent'], home)
  if (listed !== undefined) return
  homes.set(id, home)
  draft.set(['hierarchy', home, 'children'], [...childrenIn(draft, home), id])
}

/** The parent that a node names, unless that is missing or under the node itself. */
function namedHome(draft: Draft, id: string, homes: Homes): string {
  const parent = draft.get(['hierarchy', id, 'parent'])
  if (typeof parent !== 'string') return rootId
  if (draft.get(['hierarchy', parent]) === undefined) return rootId
  for (let above: string | undefined = parent; above !== undefined; above = homes.get(above)) {
    if (above === id) return rootId
  }
  return parent
}

function childrenIn(draft: Draft, id: string): readonly string[] {
  const children = draft.get(['hierarchy', id, 'children'])
  // The cast repeats what the structure of the spec was checked for.
  return Array.isArray(children) ? (children as readonly string[]) : []
}
