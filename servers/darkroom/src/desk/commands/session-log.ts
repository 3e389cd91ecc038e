import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { guard } from '../../calls/guard.ts'
import { type RecordedCall, readSessions } from '../../context/read-sessions.ts'
import type { Workspace } from '../../workspace/create-workspaces.ts'
import type { Desk } from '../desk.ts'
import { imageFilter, sessionArgument, sinceFilter } from '../filters.ts'
import { findSession } from '../find-session.ts'
import { gather } from '../gather.ts'

const Call = z.object({
  timestamp: z.string(),
  tool: z.string(),
  args: z.unknown(),
  success: z.boolean().nullable().describe('Null when it was never answered'),
  error_code: z.string().nullable(),
})
const codes = ['invalid_input', 'not_found', 'state_error'] as const

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
        ended_at: z.string().nullable().describe('Null while it goes on'),
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

export const sessionLogFind = ({ workspaces, vocabulary, now }: Desk) =>
  defineTool({
    name: 'session_log_find',
    summary: 'Find calls in the transcripts of all sessions, the newest first.',
    input: z.object({
      image: imageFilter,
      since: sinceFilter,
      tool: z.string().min(1).max(64).optional().describe('Only calls of this tool'),
      primitive: z
        .string()
        .min(1)
        .max(128)
        .optional()
        .describe('Only calls that apply this entry of the vocabulary'),
      module: z
        .string()
        .min(1)
        .max(128)
        .optional()
        .describe('Only calls that touch this operation of darktable'),
    }),
    output: z.array(Call.extend({ session_id: z.string(), image_id: z.string() })),
    effect: 'read',
    codes,
    cli: { group: 'session-log' },
    run: ({ image, since, tool, primitive, module }, call) =>
      guard(call, async () => {
        const modulesIn = (args: unknown) => [
          ...textsIn(args, namesModule),
          ...textsIn(args, namesEntry).flatMap((name) => vocabulary.find(name)?.touches ?? []),
        ]
        const isMeant = ({ tool: called, args }: RecordedCall) =>
          (tool === undefined || called === tool.replaceAll('-', '_')) &&
          (primitive === undefined || textsIn(args, namesEntry).includes(primitive)) &&
          (module === undefined || modulesIn(args).includes(module))
        const read = async (workspace: Workspace) =>
          (await readSessions(workspace)).flatMap(({ session_id, image_id, calls }) =>
            calls.filter(isMeant).map((one) => ({ session_id, image_id, ...one })),
          )
        return ok([
          ...(await gather({
            workspaces,
            image,
            since,
            now: now(),
            read,
            timeOf: ({ timestamp }) => timestamp,
          })),
        ])
      }),
  })

/** Arguments that name an entry of the vocabulary. */
const namesEntry: readonly string[] = ['primitive_name', 'l1_template', 'l2_template']
/** Arguments that name an operation of darktable. */
const namesModule: readonly string[] = ['module_name']

/** The texts of arguments of these names, at whatever depth. */
function textsIn(args: unknown, names: readonly string[]): readonly string[] {
  if (typeof args !== 'object' || args === null) return []
  return Object.entries(args).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === 'string' && names.includes(name) ? [value] : textsIn(value, names),
  )
}
