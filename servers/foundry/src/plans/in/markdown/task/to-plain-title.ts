/** A title without the marks around it. */
export interface PlainTitle {
  readonly title: string
  /** True if the whole title was crossed out. */
  readonly isStruck: boolean
}

/** Returns a title as it is read: bold and crossing out around it are taken off. */
export function toPlainTitle(text: string): PlainTitle {
  const trimmed = text.trim()
  const struck = /^~~(.+)~~$/.exec(trimmed)?.[1]
  const bare = (struck ?? trimmed)
    .replace(/^\*\*([^*]+)\*\*(.*)$/, '$1$2')
    .replace(/^__([^_]+)__(.*)$/, '$1$2')
    .replaceAll(/\s*\((?:depends? on|blocked by|after)\s+[^()]*\d[^()]*\)/gi, '')
  const title = bare.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').trim()
  return { title, isStruck: struck !== undefined }
}
