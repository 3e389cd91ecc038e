import { SaxesParser } from 'saxes'
import { EditError } from '../state/edit-error.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'

const longest = 32 * 1024 * 1024
const deepest = 64
const declarations = 'http://www.w3.org/2000/xmlns/'

interface OpenElement extends Omit<XmlElement, 'children'> {
  readonly children: (XmlElement | string)[]
}

/** Parses XML to a tree. Document types are refused, and with them entities of the document. */
export function parseXml(text: string): XmlElement {
  if (text.length > longest) throw unreadable(`it is longer than ${longest} characters`)
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  parser.on('error', ({ message }) => {
    throw unreadable(message)
  })
  parser.on('doctype', () => {
    throw unreadable('it declares a document type, which is not accepted')
  })
  parser.on('opentag', ({ uri, local, prefix, attributes }) => {
    if (open.length >= deepest) throw unreadable(`it is nested deeper than ${deepest} elements`)
    const kept = Object.values(attributes).filter((attribute) => attribute.uri !== declarations)
    open.push({ uri, local, prefix, attributes: kept.map(toAttribute), children: [] })
  })
  const addText = (text: string) => {
    open.at(-1)?.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed === undefined) return
    const element = { ...closed, children: tidy(closed.children) }
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else parent.children.push(element)
  })
  parser.write(text).close()
  if (root === undefined) throw unreadable('it has no element')
  return root
}

/** Joins neighbouring strings, and drops white space between elements. */
function tidy(children: readonly (XmlElement | string)[]): readonly (XmlElement | string)[] {
  const joined: (XmlElement | string)[] = []
  for (const child of children) {
    const last = joined.at(-1)
    if (typeof child === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + child
    else joined.push(child)
  }
  const hasElements = joined.some((child) => typeof child !== 'string')
  return joined.filter((child) => {
    if (typeof child !== 'string') return true
    return hasElements ? child.trim() !== '' : child !== ''
  })
}

const toAttribute = ({ uri, local, prefix, value }: XmlAttribute): XmlAttribute => ({
  uri,
  local,
  prefix,
  value,
})

function unreadable(what: string): EditError {
  return new EditError(
    'invalid_input',
    `This sidecar cannot be read: ${what.replace(/\.$/, '')}.`,
    { hint: 'Give an XMP sidecar as darktable writes it.' },
  )
}
