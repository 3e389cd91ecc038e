/** Returns a text without its HTML comments. Lines keep their numbers, and time grows linearly. */
export function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4)
    if (end === -1) break
    parts.push(text.slice(at, start), text.slice(start, end).replaceAll(/[^\r\n]/g, ''))
    at = end + 3
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)].join('')
}
