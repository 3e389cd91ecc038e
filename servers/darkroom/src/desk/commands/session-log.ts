import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { guard } from '../../calls/guard.ts'
import { type RecordedCall, readSessions } from '../../context/read-sessions.ts'
import type { Vocabulary } from '../../editing/index.ts'
import type { Workspace } from '../../workspace/create-workspaces.ts'
import type { Desk } from '../desk.ts'
import { imageFilter, sessionArgument, sinceFilter } from '../filters.ts'
import { findSession } from '../find-session.ts'
import { gather } from '../gather.ts'

const Call = z.object({
  timestamp: z.string(),
  tool: z.string(),
  args: z.unknown(),
  success: z.boolean().nullable().describe('Null if there is no result'),
  error_code: z.string().nullable(),
})
const codes = ['invalid_input', 'not_found', 'state_error'] as const

/** Creates the command that lists sessions. */
export const sessionLogList = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'session_log_list',
    summary: 'List the sessions that worked on images, the newest first.',
    input: z.object({ image: imageFilter, since: sinceFilter }),
    output: z.array(
      z.object({
        session_id: z.string(),
        image_id: z.string(),
        started_at: z.string(),
        ended_at: z.string().nullable().describe('Null while the session goes on'),
        calls: z.int(),
        failures: z.int(),
      }),
    ),
    effect: 'read',
    codes,
    cli: { group: 'session-log' },
    run: ({ image, since }, call) =>
      guard(call, async () => {
        const sessions = await gather({
          workspaces,
          image,
          since,
          now: now(),
          read: readSessions,
          timeOf: ({ started_at }) => started_at,
        })
        return ok(
          sessions.map(({ calls, ...session }) => ({
            ...session,
            calls: calls.length,
            failures: calls.filter(({ success }) => success === false).length,
          })),
        )
      }),
  })

/** Creates the command that shows a session. */
export const sessionLogShow = ({ workspaces }: Desk) =>
  defineTool({
    name: 'session_log_show',
    summary: 'Show every call of a session on an image.',
    input: z.object({ session_id: sessionArgument, image: imageFilter }),
    output: z.object({
      session_id: z.string(),
      image_id: z.string(),
      started_at: z.string(),
      ended_at: z.string().nullable(),
      calls: z.array(Call),
    }),
    effect: 'read',
    codes,
    cli: { group: 'session-log', positionals: ['session_id'] },
    run: ({ session_id, image }, call) =>
      guard(call, async () => {
        const session = await findSession(workspaces, session_id, image)
        return ok({ ...session, calls: [...session.calls] })
      }),
  })

const optionalName = z.string().min(1).max(128).optional()

const search = z.object({
  image: imageFilter,
  since: sinceFilter,
  tool: z.string().min(1).max(64).optional().describe('Only calls of this tool'),
  primitive: optionalName.describe('Only calls that apply this entry of the vocabulary'),
  module: optionalName.describe('Only calls that touch this operation of darktable'),
})

/** Creates the command that finds calls. */
export const sessionLogFind = ({ workspaces, vocabulary, now }: Desk) =>
  defineTool({
    name: 'session_log_find',
    summary: 'Find calls in the transcripts of all sessions, the newest first.',
    input: search,
    output: z.array(Call.extend({ session_id: z.string(), image_id: z.string() })),
    effect: 'read',
    codes,
    cli: { group: 'session-log' },
    run: (asked, call) =>
      guard(call, async () => {
        const read = async (workspace: Workspace) => {
          const sessions = await readSessions(workspace)
          return sessions.flatMap(({ session_id, image_id, calls }) =>
            calls
              .filter((one) => isMatch(one, asked, vocabulary))
              .map((one) => ({ session_id, image_id, ...one })),
          )
        }
        const found = await gather({
          workspaces,
          image: asked.image,
          since: asked.since,
          now: now(),
          read,
          timeOf: ({ timestamp }) => timestamp,
        })
        return ok([...found])
      }),
  })

/** Arguments that name an entry of the vocabulary. */
const entryArguments: readonly string[] = ['primitive_name', 'l1_template', 'l2_template']
/** Arguments that name an operation of darktable. */
const moduleArguments: readonly string[] = ['module_name']

function isMatch(
  { tool: called, args }: RecordedCall,
  { tool, primitive, module }: z.output<typeof search>,
  vocabulary: Vocabulary,
): boolean {
  if (tool !== undefined && called !== tool.replaceAll('-', '_')) return false
  const entries = stringsIn(args, entryArguments)
  if (primitive !== undefined && !entries.includes(primitive)) return false
  if (module === undefined || stringsIn(args, moduleArguments).includes(module)) return true
  return entries.some((entry) => vocabulary.find(entry)?.touches.includes(module) ?? false)
}

/** Returns the strings of these arguments, at any depth. */
function stringsIn(args: unknown, names: readonly string[]): readonly string[] {
  if (typeof args !== 'object' || args === null) return []
  return Object.entries(args).flatMap(([name, value]: readonly [string, unknown]) => {
    if (typeof value === 'string' && names.includes(name)) return [value]
    return stringsIn(value, names)
  })
}
