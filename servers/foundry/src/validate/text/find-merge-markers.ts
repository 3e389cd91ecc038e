const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$)/gm

/** Returns the numbers of the lines that git marks a conflict with; empty if there is none. */
export function findMergeMarkers(text: string): readonly number[] {
  const lines: number[] = []
  let line = 1
  let from = 0
  for (const { index } of text.matchAll(marker)) {
    for (let end = text.indexOf('\n', from); end !== -1 && end < index; line++) {
      from = end + 1
      end = text.indexOf('\n', from)
    }
    lines.push(line)
  }
  return lines
}
