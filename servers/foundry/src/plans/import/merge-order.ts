/** An order here, that of the source at the last import, and that of the source now. */
export interface Orders {
  readonly local: readonly string[]
  readonly before: readonly string[]
  readonly wanted: readonly string[]
}

/**
 * Returns all of `local` and `wanted`. The order is that of the source if nobody changed it here;
 * what is only here stays after what it was after, and what is new comes after what the source has
 * before it.
 */
export function mergeOrder({ local, before, wanted }: Orders): readonly string[] {
  const here = new Set(local)
  const known = new Set(before)
  const inSource = new Set(wanted)
  const shared = (list: readonly string[]) =>
    list.filter((id) => here.has(id) && known.has(id) && inSource.has(id))
  const isChangedHere = !isSame(shared(local), shared(before))
  const isChangedThere = !isSame(shared(before), shared(wanted))
  const isTaken = isChangedThere && !isChangedHere
  const base = isTaken ? insertAll(wanted, local) : local
  return insertAll(base, wanted)
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Adds what is missing, each after the one that it follows in its own list. */
function insertAll(base: readonly string[], added: readonly string[]): readonly string[] {
  const present = new Set(base)
  const after = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of added) {
    if (present.has(id)) last = id
    else after.set(last, [...(after.get(last) ?? []), id])
  }
  if (after.size === 0) return base
  return [...(after.get(undefined) ?? []), ...base.flatMap((id) => [id, ...(after.get(id) ?? [])])]
}
