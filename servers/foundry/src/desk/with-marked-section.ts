/** How the marks of a section are written in a kind of file. */
export interface Marks {
  readonly begin: string
  readonly end: string
}

/** The marks in Markdown. */
export const markdownMarks: Marks = {
  begin: '<!-- foundry: begin -->',
  end: '<!-- foundry: end -->',
}

/** The marks in files whose comments begin with `#`. */
export const hashMarks: Marks = { begin: '# foundry: begin', end: '# foundry: end' }

/** Returns a text with its marked section replaced or added; nothing outside of it changes. */
export function withMarkedSection(text: string, section: string, marks: Marks): string {
  const marked = `${marks.begin}\n${section.trim()}\n${marks.end}`
  const start = text.indexOf(marks.begin)
  const end = text.indexOf(marks.end, start)
  if (start >= 0 && end >= 0) {
    return text.slice(0, start) + marked + text.slice(end + marks.end.length)
  }
  if (text === '') return `${marked}\n`
  return `${text}${text.endsWith('\n') ? '\n' : '\n\n'}${marked}\n`
}
