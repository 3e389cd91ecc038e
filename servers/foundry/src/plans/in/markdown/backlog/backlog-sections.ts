import { withoutComments } from '../../text/without-comments.ts'

const blocks: Readonly<Record<string, string>> = {
  DESCRIPTION: 'description',
  PLAN: 'implementation plan',
  IMPLEMENTATION_PLAN: 'implementation plan',
  NOTES: 'implementation notes',
  IMPLEMENTATION_NOTES: 'implementation notes',
  FINAL_SUMMARY: 'final summary',
  AC: 'acceptance criteria',
  DOD: 'definition of done',
  COMMENTS: 'comments',
}

/** A file with more marks than this was not written by a program that means them. */
const mostBlocks = 200

const block = /<!--\s*(?:SECTION:)?([A-Z_]+):BEGIN\s*-->([^]*?)<!--\s*(?:SECTION:)?\1:END\s*-->/g

/**
 * Returns the sections of a task by their names in lower case. Comments mark where they begin and
 * end; files that were written by hand have only headings.
 */
export function backlogSections(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  const add = (title: string, value: string) => {
    const plain = withoutComments(value).trim()
    const before = sections.get(title)
    if (plain !== '') sections.set(title, before === undefined ? plain : `${before}\n\n${plain}`)
  }
  const body = text.replace(/^\uFEFF?---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/, '')
  const isSound = body.split(':BEGIN').length < mostBlocks
  const rest = !isSound
    ? body
    : body.replaceAll(block, (_, name: string, value: string) => {
        add(blocks[name] ?? name.toLowerCase().replaceAll('_', ' '), value)
        return ''
      })
  const [top = '', ...parts] = rest.split(/^## +/m)
  add('description', top.replace(/^# .*$/m, ''))
  for (const part of parts) {
    const [title = '', ...lines] = part.split('\n')
    add(title.trim().toLowerCase(), lines.join('\n'))
  }
  return sections
}
