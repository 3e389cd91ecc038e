/** Says where an offset is in a text, for people: lines and columns begin at 1. */
export function lineAt(text: string, offset: number): string {
  let line = 1
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= offset) break
    line++
    start = end + 1
  }
  return `line ${line}, column ${offset - start + 1}`
}
