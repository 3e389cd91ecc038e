import { FoundryError } from '../errors/foundry-error.ts'
import type { Spec } from '../spec/spec.ts'
import { type JsonObject, isObject } from './values/canonical.ts'

/** Which version of a file a text is. */
export type SideName = 'base' | 'ours' | 'theirs'

const marker = /^(<{7}|\|{7}|={7}|>{7})( |$)/m
const longestPath = 200

/** Reads a version of a spec, and refuses what could only be merged by losing something. */
export function readSpecText(text: string, side: SideName): Spec {
  const found = marker.exec(text)
  if (found !== null) {
    const line = lineAt(text, found.index)
    throw refuse(side, `has a merge marker in line ${line}`, { line })
  }
  const value = parse(text, side)
  const fault = findFault(value)
  if (fault !== undefined) throw refuse(side, fault.message, { path: fault.path })
  // The cast holds because every member that a merge reads was looked at.
  return value as unknown as Spec
}

function parse(text: string, side: SideName): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    const offset = readableLength(text)
    const line = lineAt(text, offset)
    const what = offset >= text.trimEnd().length ? 'ends too early' : 'is not JSON'
    throw refuse(side, `${what} in line ${line}`, { line })
  }
}

/** How many characters are the beginning of some JSON. Not every message of the parser says it. */
function readableLength(text: string): number {
  let readable = 0
  let faulty = text.length + 1
  while (faulty - readable > 1) {
    const middle = Math.floor((readable + faulty) / 2)
    if (isBeginning(text.slice(0, middle))) readable = middle
    else faulty = middle
  }
  return readable
}

/** True if a text is JSON, or would be with more after it. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : ''
    const position = /at position (\d+)/.exec(message)?.[1]
    if (position === undefined) return message.startsWith('Unexpected end')
    return Number(position) >= text.length
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

interface Fault {
  readonly path: string
  readonly message: string
}

const fault = (path: string, accepted: string): Fault => ({
  path: path.slice(0, longestPath),
  message: `has something else than ${accepted} at ${path.slice(0, longestPath)}`,
})

/** Returns the first place that is not as a merge must read it. */
function findFault(value: unknown): Fault | undefined {
  if (!isObject(value)) return { path: '', message: 'is not an object' }
  const { hierarchy, journal = [], metadata = {} } = value
  if (!isObject(hierarchy)) return fault('hierarchy', 'an object')
  if (!isObject(metadata)) return fault('metadata', 'an object')
  if (!Array.isArray(journal)) return fault('journal', 'an array')
  const line = journal.findIndex((entry) => !isObject(entry))
  if (line !== -1) return fault(`journal[${line}]`, 'an object')
  for (const [id, node] of Object.entries(hierarchy)) {
    const found = findNodeFault(`hierarchy.${id}`, node)
    if (found !== undefined) return found
  }
  return undefined
}

function findNodeFault(path: string, node: unknown): Fault | undefined {
  if (!isObject(node)) return fault(path, 'an object')
  const { type, status, parent, children, metadata, dependencies = {} } = node
  if (typeof type !== 'string') return fault(`${path}.type`, 'a string')
  if (typeof status !== 'string') return fault(`${path}.status`, 'a string')
  if (typeof parent !== 'string' && parent !== null) return fault(`${path}.parent`, 'an id or null')
  if (!isIds(children)) return fault(`${path}.children`, 'an array of ids')
  if (!isObject(metadata)) return fault(`${path}.metadata`, 'an object')
  if (!isObject(dependencies)) return fault(`${path}.dependencies`, 'an object')
  return findLinkFault(path, dependencies)
}

function findLinkFault(path: string, dependencies: JsonObject): Fault | undefined {
  const kinds = ['blocks', 'blocked_by', 'depends'] as const
  const wrong = kinds.find((kind) => kind in dependencies && !isIds(dependencies[kind]))
  return wrong === undefined ? undefined : fault(`${path}.dependencies.${wrong}`, 'an array of ids')
}

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')

function refuse(side: SideName, what: string, details: Readonly<Record<string, unknown>>) {
  const names = { base: 'The common version', ours: 'Our version', theirs: 'Their version' }
  return new FoundryError('INVALID_SPEC', `${names[side]} of the spec ${what}.`, {
    details: { side, ...details },
    hint: 'Mend that version on its branch and commit it, then merge again. Nothing was changed.',
  })
}
