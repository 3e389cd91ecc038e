import type { ToolListing } from '../../../compile/to-tool-listing.ts'

/** Commands that begin with the same word. */
export interface Group {
  readonly name: string
  readonly members: readonly ToolListing[]
}

/** Returns every group, in the order of its first command. */
export function toGroups(tools: readonly ToolListing[]): readonly Group[] {
  const names = new Set(tools.flatMap(({ cli: { group = [] } }) => group))
  return [...names].map((name) => ({
    name,
    members: tools.filter(({ cli }) => cli.group === name),
  }))
}

/** Finds a group by its word. */
export const findGroup = (tools: readonly ToolListing[], name: string): Group | undefined =>
  toGroups(tools).find((group) => group.name === name)

/** True if a word names a group. */
export const isGroup = (target: object | undefined): target is Group =>
  target !== undefined && 'members' in target
