import { join } from 'node:path'
import * as z from 'zod'
import { createJsonLines } from '../disk/create-json-lines.ts'
import { namesIn } from '../disk/folders.ts'
import type { Workspace } from '../workspace/create-workspaces.ts'

const Line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header'), started_at: z.string() }),
  z.object({
    kind: z.literal('tool_call'),
    timestamp: z.string(),
    tool: z.string(),
    args: z.unknown(),
  }),
  z.object({
    kind: z.literal('tool_result'),
    timestamp: z.string(),
    tool: z.string(),
    success: z.boolean(),
    error_code: z.string().optional(),
  }),
  z.object({ kind: z.literal('footer'), ended_at: z.string() }),
])
type Line = z.output<typeof Line>

/** A call in a transcript. */
export interface RecordedCall {
  readonly timestamp: string
  readonly tool: string
  readonly args: unknown
  /** Null if the transcript has no result. */
  readonly success: boolean | null
  readonly error_code: string | null
}

/** The calls of one session about one image. */
export interface Session {
  readonly session_id: string
  readonly image_id: string
  readonly started_at: string
  /** Null while the session goes on, or if its process was killed. */
  readonly ended_at: string | null
  readonly calls: readonly RecordedCall[]
}

const ending = '.jsonl'
/** More than the lines of any transcript. */
const mostLines = 200_000

/** Reads the sessions of an image; files that are not transcripts are skipped. */
export async function readSessions(workspace: Workspace): Promise<readonly Session[]> {
  const folder = join(workspace.folder, 'sessions')
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
  const read = await Promise.all(names.map((name) => readSession(workspace.id, folder, name)))
  return read.filter((session) => session !== undefined)
}

async function readSession(
  image_id: string,
  folder: string,
  name: string,
): Promise<Session | undefined> {
  const lines = await readLines(join(folder, name))
  const header = lines.find((line) => line.kind === 'header')
  if (header === undefined) return undefined
  const last = lines.at(-1)
  return {
    session_id: name.slice(0, -ending.length),
    image_id,
    started_at: header.started_at,
    ended_at: last?.kind === 'footer' ? last.ended_at : null,
    calls: toCalls(lines),
  }
}

/** The known lines of a transcript, the oldest first. */
async function readLines(path: string): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const line of (await createJsonLines(path).newest(mostLines)).toReversed()) {
    const read = Line.safeParse(line)
    if (read.success) lines.push(read.data)
  }
  return lines
}

/** Joins calls and results; a result without a call, such as that of ingest, has no arguments. */
function toCalls(lines: readonly Line[]): readonly RecordedCall[] {
  const calls: RecordedCall[] = []
  for (const line of lines) {
    if (line.kind === 'tool_call') {
      const { timestamp, tool, args } = line
      calls.push({ timestamp, tool, args, success: null, error_code: null })
    }
    if (line.kind !== 'tool_result') continue
    const { timestamp, tool, success, error_code = null } = line
    const open = calls.findLastIndex((call) => call.success === null && call.tool === tool)
    const asked = calls[open]
    if (asked === undefined) calls.push({ timestamp, tool, args: null, success, error_code })
    else calls[open] = { ...asked, success, error_code }
  }
  return calls
}
