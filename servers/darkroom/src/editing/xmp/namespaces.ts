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
 * One prefix for each namespace of the elements: ours, else the first that the text used and nobody
 * else has.
 */
export function choosePrefixes(elements: readonly XmlElement[]): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>([
    [xml, 'xml'],
    ...Object.entries(namespaces).map(([prefix, uri]): [string, string] => [uri, prefix]),
  ])
  const add = ({ uri, prefix }: { readonly uri: string; readonly prefix: string }) => {
    if (uri === '' || prefixes.has(uri)) return
    const taken = new Set(prefixes.values())
    let chosen = prefix === '' ? 'ns' : prefix
    for (let count = 1; taken.has(chosen); count++)
      chosen = `${prefix === '' ? 'ns' : prefix}${count}`
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
