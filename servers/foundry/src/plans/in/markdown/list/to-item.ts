/** A line that begins an item of a list. */
export interface Item {
  readonly indent: number
  /** The number in front of an item of a numbered list. */
  readonly ordinal?: string | undefined
  /** What is in the brackets of a check box; undefined if there is no box. */
  readonly mark?: string | undefined
  /** True for `[ ]*`: the task may be left out. */
  readonly isOptional: boolean
  readonly text: string
}

const bullet = /^(\s*)(?:([-*+•])|(\d{1,9})[.)])(?:\s+|$)(.*)$/

/** A box is followed by a blank, the end, or a title; never by what makes it a link. */
const box = /^\\?\[\s*(|[^\sA-Za-z0-9\]]{1,2}|[xXvVo])\s*\\?\](\\?\*)?(?![([:])\s*(.*)$/u

/** Signs that are boxes by themselves. */
const sign = /^([☐⬜□▢🔲☑☒])\uFE0F?\s+(.*)$/u

/** Returns a line as an item: bullets, numbers, and boxes with or without them. */
export function toItem(source: string): Item | undefined {
  const [, space, dash, ordinal, rest] = bullet.exec(source) ?? []
  const text = (rest ?? source).trim()
  const indent = (space ?? /^\s*/.exec(source)?.[0] ?? '').length
  const hasBullet = dash !== undefined || ordinal !== undefined
  // Some programs escape every bracket of a list; on a line of its own an escaped one is text.
  const boxed = hasBullet || !text.startsWith('\\') ? box.exec(text) : null
  if (boxed) {
    const [, mark = '', star, title = ''] = boxed
    return { indent, ordinal, mark, isOptional: star !== undefined, text: title }
  }
  const [, found, title] = sign.exec(text) ?? []
  if (found !== undefined && title !== undefined) {
    const mark = /[☑☒]/u.test(found) ? 'x' : ''
    return { indent, ordinal, mark, isOptional: false, text: title }
  }
  return hasBullet ? { indent, ordinal, isOptional: false, text } : undefined
}
