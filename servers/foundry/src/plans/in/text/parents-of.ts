import type { Remark } from '../../foreign-plan.ts'

/** A task, and the id of the one that the source puts it under. */
export interface Placed {
  readonly id: string
  readonly parent?: string | undefined
  readonly path?: string | undefined
  readonly line?: number | undefined
}

/**
 * Returns who is under whom: by what the source says, or by an id such as `bd-4.1`. Parents that
 * are not there, and circles, are named and left out.
 */
export function parentsOf(all: readonly Placed[], remarks: Remark[]): ReadonlyMap<string, string> {
  const ids = new Set(all.map(({ id }) => id))
  const parents = new Map<string, string>()
  for (const { id, parent, path = '', line } of all) {
    const above = id.replace(/\.\d+$/, '')
    const dotted = above !== id && ids.has(above) ? above : undefined
    const wanted = parent !== undefined && ids.has(parent) ? parent : dotted
    if (parent !== undefined && !ids.has(parent)) {
      const message = `"${id}" is under "${parent}", which is not in the plan.`
      const action = `It is ${dotted === undefined ? 'at the top' : `under "${dotted}"`}.`
      remarks.push({ path, line, message, action })
    }
    if (wanted === undefined) continue
    if (isUnder(wanted, id, parents)) {
      const message = `"${id}" and "${wanted}" are under each other.`
      remarks.push({ path, line, message, action: `"${id}" is at the top.` })
    } else {
      parents.set(id, wanted)
    }
  }
  return parents
}

function isUnder(id: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) {
    if (at === other) return true
  }
  return false
}
