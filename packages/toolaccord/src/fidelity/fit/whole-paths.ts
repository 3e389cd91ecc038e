import type { Part, PropertyPart } from './part.ts'

/** The paths of what is there whole or not at all, as a tree of names. */
export interface WholePaths {
  /** True if a path ends here. */
  readonly isWhole: boolean
  readonly below: ReadonlyMap<string, WholePaths>
}

/** Makes a tree of paths; undefined if there are none. */
export function toWholePaths(paths: readonly string[] = []): WholePaths | undefined {
  if (paths.length === 0) return undefined
  return toTree(paths.map((path) => (path === '' ? [] : path.split('.'))))
}

function toTree(paths: readonly (readonly string[])[]): WholePaths {
  const byFirst = new Map<string, (readonly string[])[]>()
  for (const [first, ...others] of paths) {
    if (first === undefined) continue
    byFirst.set(first, [...(byFirst.get(first) ?? []), others])
  }
  const below = new Map<string, WholePaths>()
  for (const [name, others] of byFirst) below.set(name, toTree(others))
  return { isWhole: paths.some(({ length }) => length === 0), below }
}

/** Returns the properties of an answer that are there whole or not at all. */
export function wholesIn(part: Part): readonly PropertyPart[] {
  if (part.kind === 'object') {
    return [...part.wholes, ...part.properties.flatMap((one) => wholesIn(one.part))]
  }
  if (part.kind === 'array' && part.holdsPlanned) return part.items.flatMap(wholesIn)
  return []
}
