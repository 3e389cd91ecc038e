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

/** A call that a transcript tells of. */
export interface RecordedCall {
  readonly timestamp: string
  readonly tool: string
  readonly args: unknown
  /** Null when it was never answered. */
  readonly success: boolean | null
  readonly error_code: string | null
}

/** What one session did to one image. */
export interface Session {
  readonly session_id: string
  readonly image_id: string
  readonly started_at: string
  /** Null while it goes on, or when its process was killed. */
  readonly ended_at: string | null
  readonly calls: readonly RecordedCall[]
}

const ending = '.jsonl'
/** More than a transcript has: its header, its lines and its footers. */
const mostLines = 200_000

/** The sessions of an image; what is no transcript is passed over. */
export async function readSessions(workspace: Workspace): Promise<readonly Session[]> {
  const folder = join(workspace.folder, 'sessions')
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
  return (
    await Promise.all(
      names.map((name) =>
        readSession(workspace, join(folder, name), name.slice(0, -ending.length)),
      ),
    )
  ).flat()
}

async function readSession(
  { id }: Workspace,
  path: string,
  session_id: string,
): Promise<readonly Session[]> {
  const lines = (await createJsonLines(path).newest(mostLines)).toReversed().flatMap((line) => {
    const read = Line.safeParse(line)
    return read.success ? [read.data] : []
  })
  const header = lines.find((line) => line.kind === 'header')
  if (header === undefined) return []
  const last = lines.at(-1)
  return [
    {
      session_id,
      image_id: id,
      started_at: header.started_at,
      ended_at: last?.kind === 'footer' ? last.ended_at : null,
      calls: toCalls(lines),
    },
  ]
}

/** Calls with their answers; one whose answer alone is there, as that of ingest, has no arguments. */
function toCalls(lines: readonly Line[]): readonly RecordedCall[] {
  const calls: RecordedCall[] = []
  for (const line of lines) {
    if (line.kind === 'tool_call')
      calls.push({
        timestamp: line.timestamp,
        tool: line.tool,
        args: line.args,
        success: null,
        error_code: null,
      })
    if (line.kind !== 'tool_result') continue
    const { timestamp, tool, success, error_code = null } = line
    const open = calls.findLastIndex((call) => call.success === null && call.tool === tool)
    const asked = calls[open]
    if (asked === undefined) calls.push({ timestamp, tool, args: null, success, error_code })
    else calls[open] = { ...asked, success, error_code }
  }
  return calls
}
