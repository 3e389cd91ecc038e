import type { ToolListing } from '../../../compile/tool-listing.ts'

/** Commands that begin with the same word. */
export interface Group {
  readonly name: string
  readonly members: readonly ToolListing[]
}

/** Every group, in the order of its first command. */
export const toGroups = (tools: readonly ToolListing[]): readonly Group[] =>
  [...new Set(tools.flatMap(({ cli: { group = [] } }) => group))].map((name) => ({
    name,
    members: tools.filter(({ cli }) => cli.group === name),
  }))

export const findGroup = (tools: readonly ToolListing[], name: string): Group | undefined =>
  toGroups(tools).find((group) => group.name === name)

export const isGroup = (target: object | undefined): target is Group =>
  target !== undefined && 'members' in target
