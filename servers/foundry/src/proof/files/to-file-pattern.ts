import { FoundryError } from '../../errors/foundry-error.ts'

/** Which files a task names: one file, all in a folder, or those that a glob matches. */
export interface FilePattern {
  /** With `/` and without `./`, `//` or an ending `/`; empty for the root. */
  readonly path: string
  readonly isGlob: boolean
  /** True for the file itself, for what is under the folder, and for what the glob matches. */
  matches(path: string): boolean
}

const longestPath = 1024

/**
 * Reads a path as it is in a spec. `*` stands for a part of a name, `**` for any folders, `?` for
 * one character. A path that leaves the root is refused.
 */
export function toFilePattern(text: string): FilePattern {
  const slashed = text.replaceAll('\\', '/')
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.')
  refuseUnsafe(text, slashed, parts)
  const path = parts.join('/')
  const isGlob = /[*?]/.test(path)
  if (isGlob) return { path, isGlob, matches: (other) => matchesParts(parts, other.split('/')) }
  const folder = path === '' ? '' : `${path}/`
  return { path, isGlob, matches: (other) => other === path || other.startsWith(folder) }
}

function refuseUnsafe(text: string, slashed: string, parts: readonly string[]): void {
  const isAbsolute = slashed.startsWith('/') || /^[a-z]:/i.test(slashed)
  const isUnsafe = isAbsolute || parts.includes('..') || text.includes('\0')
  if (!isUnsafe && text !== '' && text.length <= longestPath) return
  throw new FoundryError(
    'VALIDATION_ERROR',
    'A file of the task is not a path in the repository.',
    {
      path: 'file_path',
      hint:
        `Give a path from the root of the repository, of at most ${longestPath} characters, ` +
        "without '..', NUL, a drive or '/' at the start, such as 'src/index.ts' or 'src/**/*.ts'.",
      details: { file_path: text.slice(0, 100) },
    },
  )
}

/** Goes back only to the last `**`, so that no pattern takes more than parts × parts steps. */
function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  return matchesWithStars(pattern.length, path.length, {
    isStar: (at) => pattern[at] === '**',
    isSame: (at, other) => matchesName(pattern[at] ?? '', path[other] ?? ''),
  })
}

function matchesName(pattern: string, name: string): boolean {
  return matchesWithStars(pattern.length, name.length, {
    isStar: (at) => pattern[at] === '*',
    isSame: (at, other) => pattern[at] === '?' || pattern[at] === name[other],
  })
}

interface Steps {
  readonly isStar: (at: number) => boolean
  readonly isSame: (at: number, other: number) => boolean
}

/** Matches a sequence against a pattern in which stars stand for any number of items. */
function matchesWithStars(patternLength: number, length: number, steps: Steps): boolean {
  let at = 0
  let other = 0
  let star = -1
  let resume = 0
  while (other < length) {
    if (at < patternLength && steps.isStar(at)) {
      star = at
      resume = other
      at += 1
    } else if (at < patternLength && steps.isSame(at, other)) {
      at += 1
      other += 1
    } else if (star !== -1) {
      resume += 1
      other = resume
      at = star + 1
    } else {
      return false
    }
  }
  while (at < patternLength && steps.isStar(at)) at += 1
  return at === patternLength
}
