import type { XmlElement } from '../state/xml-element.ts'

/** The namespaces that we write ourselves. */
export const namespaces = {
  x: 'adobe:ns:meta/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  darktable: 'http://darktable.sf.net/',
  darkroom: 'https://toolaccord.dev/ns/darkroom/1.0/',
} as const

const xml = 'http://www.w3.org/XML/1998/namespace'

/**
 * Chooses one prefix for each namespace of the elements: ours, or the first one that the document
 * used. A prefix that is taken gets a number.
 */
export function choosePrefixes(elements: readonly XmlElement[]): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>([
    [xml, 'xml'],
    ...Object.entries(namespaces).map(([prefix, uri]): [string, string] => [uri, prefix]),
  ])
  const add = ({ uri, prefix }: { readonly uri: string; readonly prefix: string }) => {
    if (uri === '' || prefixes.has(uri)) return
    const taken = new Set(prefixes.values())
    const wanted = prefix || 'ns'
    let chosen = wanted
    for (let count = 1; taken.has(chosen); count++) chosen = `${wanted}${count}`
    prefixes.set(uri, chosen)
  }
  const visit = (element: XmlElement) => {
    add(element)
    for (const attribute of element.attributes) add(attribute)
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  for (const element of elements) visit(element)
  prefixes.delete(xml)
  return prefixes
}
