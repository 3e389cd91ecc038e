import { appendFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallRequest, Outcome, Policy } from 'toolaccord'
import { makeFolder } from '../disk/folders.ts'
import { ifThere } from '../disk/if-there.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'

/** The parts that transcripts need. */
export interface TranscriptOptions {
  readonly workspaces: Workspaces
  readonly sessionId: string
  readonly now: () => Date
}

/** The calls and results of a session, by image. */
export interface Transcripts {
  readonly policy: Policy
  /** Writes the last line of every transcript. */
  close(): Promise<void>
}

const mostArgumentBytes = 16_384
const mostLines = 100_000

type Line = Readonly<Record<string, unknown>> & {
  readonly kind: 'header' | 'tool_call' | 'tool_result' | 'proposal' | 'confirmation' | 'footer'
}

/** Writes a line to the transcript of an image; gives false if it has no transcript yet. */
type Note = (request: CallRequest, image: unknown, line: Line) => Promise<boolean>

/**
 * Writes every call about an image into that image's folder, one JSON object per line. A transcript
 * that cannot be written does not fail the call.
 */
export function createTranscripts({ workspaces, sessionId, now }: TranscriptOptions): Transcripts {
  const started = now().toISOString()
  const counts = new Map<string, number>()
  /** Folders whose transcript could not be written; the log has one warning for each. */
  const unwritten = new Set<string>()
  const pathOf = (folder: string) => join(folder, 'sessions', `${sessionId}.jsonl`)

  async function write(folder: string, image: string, line: Line): Promise<void> {
    const path = pathOf(folder)
    const count = counts.get(folder) ?? 0
    const lines: Line[] = []
    const isNew = count === 0 && (await ifThere(stat(path))) === undefined
    if (isNew) {
      await makeFolder(join(folder, 'sessions'))
      const header = { session_id: sessionId, started_at: started, image_id: image }
      lines.push({ kind: 'header', ...header })
    }
    lines.push({ ...line, timestamp: now().toISOString() })
    if (count < mostLines) await appendFile(path, toText(lines))
    counts.set(folder, count + 1)
  }

  const note: Note = async ({ log, id }, image, line) => {
    if (typeof image !== 'string') return false
    let folder: string | undefined
    try {
      folder = await workspaces.folderOf(image)
      if (folder === undefined) return false
      await write(folder, image, line)
      unwritten.delete(folder)
    } catch (thrown) {
      if (folder !== undefined && unwritten.has(folder)) return true
      if (folder !== undefined) unwritten.add(folder)
      log.warn('the transcript could not be written', { id, thrown })
    }
    return true
  }

  return {
    policy: createPolicy(note),
    async close() {
      for (const [folder, entry_count] of counts) {
        const footer: Line = { kind: 'footer', ended_at: now().toISOString(), entry_count }
        await ifThere(appendFile(pathOf(folder), toText([footer])))
      }
    },
  }
}

const toText = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const createPolicy = (note: Note): Policy => ({
  name: 'transcript',
  async around(request, next) {
    const { args } = request
    const tool = request.tool.name
    const image = propertyOf(args, 'image_id') ?? propertyOf(args, 'source_image_id')
    const began: Line = { kind: 'tool_call', tool, args: shorten(args) }
    const noting = note(request, image, began)
    const outcome = await next()
    const data = outcome.ok ? outcome.data : undefined
    const about = image ?? propertyOf(data, 'image_id')
    // A photo that was just ingested has its transcript only now.
    if (!(await noting)) await note(request, about, began)
    await note(request, about, toResult(tool, outcome))
    if (!outcome.ok) return outcome
    const id = propertyOf(data, 'proposal_id') ?? propertyOf(args, 'proposal_id')
    const kind = tool.startsWith('confirm_') ? 'confirmation' : 'proposal'
    if (id !== undefined) await note(request, about, { kind, proposal_id: id })
    return outcome
  },
})

function toResult(tool: string, outcome: Outcome): Line {
  const line = { kind: 'tool_result', tool, success: outcome.ok } as const
  if (outcome.ok) return line
  return { ...line, error_code: outcome.problems[0].code }
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  // The cast allows to read one property of whatever the caller sent.
  return (value as Readonly<Record<string, unknown>>)[name]
}

function shorten(args: unknown): unknown {
  const bytes = Buffer.byteLength(JSON.stringify(args) ?? '')
  return bytes > mostArgumentBytes ? { left_out_bytes: bytes } : args
}
