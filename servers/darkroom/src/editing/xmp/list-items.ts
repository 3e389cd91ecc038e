import { EditError } from '../state/edit-error.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'
import { namespaces } from './namespaces.ts'

/** One item of an RDF list, with its simple properties as attributes. */
export interface ListItem {
  /** Returns the value of one of darktable's properties. */
  read(name: string): string | undefined
  /** Returns the value of one of our own properties. */
  readMarker(name: string): string | undefined
  /** Returns the properties that are in neither set. */
  others(known: ReadonlySet<string>, markers: ReadonlySet<string>): readonly XmlAttribute[]
}

const most = 10_000

/** Returns the items of a list such as `darktable:history`. */
export function listItems(list: XmlElement | undefined): readonly ListItem[] {
  const items = childrenOf(list, ['Seq', 'Bag']).flatMap((sequence) => childrenOf(sequence, ['li']))
  if (items.length > most)
    throw new EditError(
      'invalid_input',
      `The sidecar has a list of ${items.length} items; at most ${most} are read.`,
    )
  return items.map((item) => toItem([...item.attributes, ...item.children.flatMap(toProperty)]))
}

function toItem(properties: readonly XmlAttribute[]): ListItem {
  const find = (uri: string, name: string) =>
    properties.find((property) => property.uri === uri && property.local === name)?.value
  return {
    read: (name) => find(namespaces.darktable, name),
    readMarker: (name) => find(namespaces.darkroom, name),
    others: (known, markers) =>
      properties.filter(({ uri, local }) => {
        if (uri === namespaces.rdf) return false
        if (uri === namespaces.darktable) return !known.has(local)
        if (uri === namespaces.darkroom) return !markers.has(local)
        return true
      }),
  }
}

/** RDF allows a simple property to be written as an element as well. */
function toProperty(child: XmlElement | string): XmlAttribute[] {
  if (typeof child === 'string') return []
  const [value = ''] = child.children
  if (typeof value !== 'string') return []
  return [{ uri: child.uri, local: child.local, prefix: child.prefix, value }]
}

const childrenOf = (
  element: XmlElement | undefined,
  names: readonly string[],
): readonly XmlElement[] =>
  (element?.children ?? [])
    .filter((child) => typeof child !== 'string')
    .filter(({ uri, local }) => uri === namespaces.rdf && names.includes(local))
