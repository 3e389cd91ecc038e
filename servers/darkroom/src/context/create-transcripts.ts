import { appendFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallRequest, Outcome, Policy } from 'toolaccord'
import { makeFolder } from '../disk/folders.ts'
import { ifThere } from '../disk/if-there.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'

/** What transcripts are about. */
export interface TranscriptOptions {
  readonly workspaces: Workspaces
  readonly sessionId: string
  readonly now: () => Date
}

/** What was asked and answered in a session, image by image. */
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

/**
 * Writes every call about an image into that image's folder, one JSON object per line; a transcript
 * that cannot be written fails no call.
 */
export function createTranscripts({ workspaces, sessionId, now }: TranscriptOptions): Transcripts {
  const started = now().toISOString()
  const counts = new Map<string, number>()
  /** Folders whose transcript could not be written, which is told once. */
  const unwritten = new Set<string>()
  const pathOf = (folder: string) => join(folder, 'sessions', `${sessionId}.jsonl`)

  async function write(folder: string, image: string, line: Line): Promise<void> {
    const count = counts.get(folder) ?? 0
    const header: Line = {
      kind: 'header',
      session_id: sessionId,
      started_at: started,
      image_id: image,
    }
    const isNew = count === 0 && (await ifThere(stat(pathOf(folder)))) === undefined
    if (isNew) await makeFolder(join(folder, 'sessions'))
    const lines = [...(isNew ? [header] : []), { ...line, timestamp: now().toISOString() }]
    if (count < mostLines)
      await appendFile(pathOf(folder), lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    counts.set(folder, count + 1)
  }

  async function note({ log, id }: CallRequest, image: unknown, line: Line): Promise<void> {
    if (typeof image !== 'string') return
    let folder: string | undefined
    try {
      folder = await workspaces.folderOf(image)
      if (folder === undefined) return
      await write(folder, image, line)
      unwritten.delete(folder)
    } catch (thrown) {
      if (folder !== undefined && unwritten.has(folder)) return
      if (folder !== undefined) unwritten.add(folder)
      log.warn('the transcript could not be written', { id, thrown })
    }
  }

  return {
    policy: {
      name: 'transcript',
      async around(request, next) {
        const tool = request.tool.name
        const image =
          memberOf(request.args, 'image_id') ?? memberOf(request.args, 'source_image_id')
        const begun = note(request, image, { kind: 'tool_call', tool, args: shorten(request.args) })
        const outcome = await next()
        await begun
        const about = image ?? (outcome.ok ? memberOf(outcome.data, 'image_id') : undefined)
        await note(request, about, {
          kind: 'tool_result',
          tool,
          success: outcome.ok,
          ...codeOf(outcome),
        })
        const id = outcome.ok
          ? (memberOf(outcome.data, 'proposal_id') ?? memberOf(request.args, 'proposal_id'))
          : undefined
        if (id !== undefined)
          await note(request, about, {
            kind: tool.startsWith('confirm_') ? 'confirmation' : 'proposal',
            proposal_id: id,
          })
        return outcome
      },
    },
    async close() {
      for (const [folder, entry_count] of counts) {
        const footer: Line = { kind: 'footer', ended_at: now().toISOString(), entry_count }
        await ifThere(appendFile(pathOf(folder), `${JSON.stringify(footer)}\n`))
      }
    },
  }
}

const codeOf = (outcome: Outcome) => (outcome.ok ? {} : { error_code: outcome.problems[0].code })

function memberOf(value: unknown, name: string): unknown {
  // The cast names the one member that is read, of whatever the caller sent.
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

function shorten(args: unknown): unknown {
  const bytes = Buffer.byteLength(JSON.stringify(args) ?? '')
  return bytes > mostArgumentBytes ? { left_out_bytes: bytes } : args
}
