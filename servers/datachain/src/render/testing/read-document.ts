import { Parser } from 'htmlparser2'

/** One start tag of a document. */
export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The text inside, without markup. */
  text: string
}

/** A document, read strictly. */
export interface ReadDocument {
  readonly tags: readonly Tag[]
  /** Everything that is wrong: unbalanced tags, ids used twice, links that lead nowhere. */
  readonly faults: readonly string[]
  /** The first tag with a name, and optionally a class. */
  find(name: string, className?: string): Tag | undefined
  all(name: string, className?: string): readonly Tag[]
}

const emptyElements = new Set(['meta', 'img'])

/** Reads a document and collects its faults. */
export function readDocument(html: string): ReadDocument {
  const tags: Tag[] = []
  const open: Tag[] = []
  const faults: string[] = []
  let last: Tag | undefined
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        last = { name, attributes: { ...attributes }, text: '' }
        tags.push(last)
        open.push(last)
      },
      ontext(text) {
        last = undefined
        for (const tag of open) tag.text += text
      },
      onclosetag(name, isImplied) {
        const tag = open.pop()
        const isSelfClosed = tag === last && html.startsWith('/>', parser.endIndex - 1)
        const isEmpty = emptyElements.has(name) || isSelfClosed
        if (tag?.name !== name || (isImplied && !isEmpty)) faults.push(`<${name}> is not closed`)
        last = undefined
      },
    },
    { recognizeSelfClosing: true },
  )
  parser.write(html)
  parser.end()
  faults.push(...linkFaults(tags))
  const all: ReadDocument['all'] = (name, className) =>
    tags.filter((tag) => tag.name === name && hasClass(tag, className))
  return { tags, faults, all, find: (name, className) => all(name, className)[0] }
}

function hasClass({ attributes }: Tag, className: string | undefined): boolean {
  if (className === undefined) return true
  const { class: classes = '' } = attributes
  return classes.split(' ').includes(className)
}

function* linkFaults(tags: readonly Tag[]): Generator<string> {
  const ids = new Set<string>()
  for (const { attributes } of tags) {
    const { id } = attributes
    if (id === undefined) continue
    if (ids.has(id)) yield `#${id} is used twice`
    ids.add(id)
  }
  for (const { attributes } of tags) {
    const { href, 'aria-labelledby': label } = attributes
    if (href?.startsWith('#') === true && !ids.has(href.slice(1))) yield `${href} leads nowhere`
    if (label !== undefined && !ids.has(label)) yield `nothing is named ${label}`
  }
}
