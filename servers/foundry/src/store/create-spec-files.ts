import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { FoundryError } from '../errors/foundry-error.ts'
import type { Spec } from '../spec/spec.ts'
import { readSpec } from '../validate/read-spec.ts'
import { hasCode } from './has-code.ts'

/** The content of a file, and what it says. */
export interface SpecFile {
  readonly text: string
  /** The start of the hash of the text. */
  readonly version: string
  readonly spec: Spec
}

/** Reads files of specs, and remembers those that have not changed since. */
export interface SpecFiles {
  /** Undefined if there is no such file. */
  read(path: string): Promise<SpecFile | undefined>
  /** Remembers what has just been written. */
  keep(path: string, file: SpecFile): Promise<void>
}

interface Known {
  readonly stamp: string
  readonly file: SpecFile
}

/** How many characters of files are remembered. */
const capacity = 100_000_000

/** Creates a reader. The file system says whether a file changed: its number, size and times. */
export function createSpecFiles(): SpecFiles {
  const known = new Map<string, Known>()
  let size = 0

  function forget(path: string): void {
    size -= known.get(path)?.file.text.length ?? 0
    known.delete(path)
  }

  function remember(path: string, entry: Known): void {
    forget(path)
    known.set(path, entry)
    size += entry.file.text.length
    for (const oldest of known.keys()) {
      if (size <= capacity || oldest === path) return
      forget(oldest)
    }
  }

  return {
    async read(path) {
      const stamp = await stampOf(path)
      if (stamp === undefined) return undefined
      const entry = known.get(path)
      if (entry?.stamp === stamp) return entry.file
      const file = toSpecFile(await readFile(path, 'utf8'))
      remember(path, { stamp, file })
      return file
    },
    async keep(path, file) {
      const stamp = await stampOf(path)
      if (stamp !== undefined) remember(path, { stamp, file })
    },
  }
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

/** Reads a text; throws with every fault if it cannot be worked with. */
export function toSpecFile(text: string): SpecFile {
  const read = readSpec(text)
  if (read.ok) return { text, version: versionOf(text), spec: read.spec }
  const [first, ...others] = read.findings
  const more = others.length === 0 ? '' : ` ${others.length} more faults are in the details.`
  throw new FoundryError('INVALID_SPEC', `The file cannot be used: ${first.message}${more}`, {
    path: first.path,
    hint: first.hint ?? 'Mend the file by hand, or roll it back with roll_back_spec.',
    details: { findings: read.findings.slice(0, 20) },
  })
}

/** Returns the version of a text, or of its bytes. */
export const versionOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)
