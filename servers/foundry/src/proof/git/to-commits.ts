import type { Commit } from './git.ts'

/** What `git log -z --name-only` prints of a commit before its files. */
export const commitFormat = '%x00%H%x00%cI%x00%an%x00%B%x00'

const longestMessage = 4000
const mostFiles = 1000

/** Reads what `git log -z --name-only` printed in that format; a commit that is cut is left out. */
export function toCommits(text: string): readonly Commit[] {
  const fields = text.split('\0')
  const starts = fields.flatMap((_, at) => (isStart(fields, at) ? [at] : []))
  return starts.flatMap((start, index) => toCommit(fields.slice(start, starts[index + 1])) ?? [])
}

/** A hash, a time, and nothing before them: no name of a file is empty. */
function isStart(fields: readonly string[], at: number): boolean {
  const isAfterGap = fields[at - 1] === ''
  return isAfterGap && isHash(fields[at]) && isTime(fields[at + 1])
}

const isHash = (text: string | undefined) => /^[0-9a-f]{40,64}$/.test(text ?? '')
const isTime = (text: string | undefined) =>
  /^\d{4}-\d\d-\d\dT[\d:]+(Z|[+-]\d\d:\d\d)$/.test(text ?? '')

function toCommit(fields: readonly string[]): Commit | undefined {
  const [hash, at, author, message, ...names] = fields
  if (hash === undefined || at === undefined || author === undefined || message === undefined) {
    return undefined
  }
  // Git puts a line feed between the message and the first name.
  const files = names.map((name, index) => (index < 2 ? name.replace(/^\n/, '') : name))
  return {
    hash,
    at,
    author,
    subject: message.split('\n', 1)[0] ?? '',
    message: message.slice(0, longestMessage),
    files: files.filter((name) => name !== '').slice(0, mostFiles),
  }
}
