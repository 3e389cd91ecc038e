import { EditError } from '../state/edit-error.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'
import { namespaces } from './namespaces.ts'

/** One item of an RDF list, its simple members as attributes. */
export interface ListItem {
  /** The value of one of darktable's members. */
  read(name: string): string | undefined
  /** The value of one of our own members. */
  readMarker(name: string): string | undefined
  /** The members that are in neither list. */
  others(known: ReadonlySet<string>, markers: ReadonlySet<string>): readonly XmlAttribute[]
}

const most = 10_000

/** The items of a list such as `darktable:history`. */
export function listItems(list: XmlElement | undefined): readonly ListItem[] {
  const items = childrenOf(list, ['Seq', 'Bag']).flatMap((sequence) => childrenOf(sequence, ['li']))
  if (items.length > most)
    throw new EditError(
      'invalid_input',
      `The sidecar has a list of ${items.length} items; ${most} is the most.`,
    )
  return items.map((item) => toItem([...item.attributes, ...item.children.flatMap(toMember)]))
}

function toItem(members: readonly XmlAttribute[]): ListItem {
  const find = (uri: string, name: string) =>
    members.find((member) => member.uri === uri && member.local === name)?.value
  return {
    read: (name) => find(namespaces.darktable, name),
    readMarker: (name) => find(namespaces.darkroom, name),
    others: (known, markers) =>
      members.filter(({ uri, local }) => {
        if (uri === namespaces.rdf) return false
        return !(
          (uri === namespaces.darktable && known.has(local)) ||
          (uri === namespaces.darkroom && markers.has(local))
        )
      }),
  }
}

/** RDF may write a simple member as an element as well. */
function toMember(child: XmlElement | string): XmlAttribute[] {
  if (typeof child === 'string') return []
  const [value = ''] = child.children
  return typeof value === 'string'
    ? [{ uri: child.uri, local: child.local, prefix: child.prefix, value }]
    : []
}

const childrenOf = (
  element: XmlElement | undefined,
  names: readonly string[],
): readonly XmlElement[] =>
  (element?.children ?? [])
    .filter((child) => typeof child !== 'string')
    .filter(({ uri, local }) => uri === namespaces.rdf && names.includes(local))
