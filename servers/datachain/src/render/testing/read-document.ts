import { Parser } from 'htmlparser2'

/** One start tag of a document. */
export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The text inside, without markup. */
  text: string
}

/** A document as a strict reader sees it. */
export interface ReadDocument {
  readonly tags: readonly Tag[]
  /** Everything that is wrong with it: tags out of balance, ids used twice, links to nowhere. */
  readonly faults: readonly string[]
  /** The first tag with a name, and optionally a class. */
  find(name: string, className?: string): Tag | undefined
  all(name: string, className?: string): readonly Tag[]
}

const void_ = new Set(['meta', 'img'])

/** Reads a document and names its faults. */
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
        const isEmpty =
          void_.has(name) || (tag === last && html.startsWith('/>', parser.endIndex - 1))
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
    tags.filter(
      (tag) =>
        tag.name === name &&
        (className === undefined || (tag.attributes['class'] ?? '').split(' ').includes(className)),
    )
  return { tags, faults, all, find: (name, className) => all(name, className)[0] }
}

function* linkFaults(tags: readonly Tag[]): Generator<string> {
  const ids = new Set<string>()
  for (const {
    attributes: { id },
  } of tags) {
    if (id !== undefined && ids.has(id)) yield `#${id} is there twice`
    if (id !== undefined) ids.add(id)
  }
  for (const {
    attributes: { href, 'aria-labelledby': label },
  } of tags) {
    if (href?.startsWith('#') === true && !ids.has(href.slice(1))) yield `${href} leads nowhere`
    if (label !== undefined && !ids.has(label)) yield `nothing is named ${label}`
  }
}
