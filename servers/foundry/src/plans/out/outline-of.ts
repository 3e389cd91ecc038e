import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'

/** A node with its id and what is under it, in order. */
export interface OutlineNode {
  readonly id: string
  readonly node: SpecNode
  readonly parts: readonly OutlineNode[]
}

/** Returns what is under the root of a spec. Nothing is there twice, whatever `children` say. */
export function outlineOf({ hierarchy }: Spec): readonly OutlineNode[] {
  const seen = new Set([rootId])
  const under = (ids: readonly string[]): readonly OutlineNode[] =>
    ids.flatMap((id) => {
      const node = hierarchy[id]
      if (node === undefined || seen.has(id)) return []
      seen.add(id)
      return [{ id, node, parts: under(node.children) }]
    })
  return under(hierarchy[rootId]?.children ?? [])
}

/** Returns nodes with everything under them, parents first. */
export const flatten = (nodes: readonly OutlineNode[]): readonly OutlineNode[] =>
  nodes.flatMap((one) => [one, ...flatten(one.parts)])

/** True for checks that are told with their task. */
export const isOwnCheck = ({ node }: OutlineNode, parent: SpecNode): boolean =>
  node.type === 'verify' && parent.type !== 'phase' && parent.type !== 'spec'

/** Returns the string of a member of the metadata. */
export function metadataText({ metadata }: SpecNode, name: string): string | undefined {
  const value = metadata[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the strings of a member of the metadata. */
export function metadataTexts({ metadata }: SpecNode, name: string): readonly string[] {
  const value = metadata[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Returns the files of a task. */
export const filesOf = (node: SpecNode): readonly string[] => [
  ...new Set([
    ...(metadataText(node, 'file_path')?.split('\n') ?? []),
    ...metadataTexts(node, 'files'),
  ]),
]
