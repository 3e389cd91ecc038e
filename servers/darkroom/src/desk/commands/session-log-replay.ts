import { type Problem, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import { guard } from '../../calls/guard.ts'
import type { RecordedCall } from '../../context/read-sessions.ts'
import { type DarkroomCode, DarkroomError } from '../../errors/darkroom-error.ts'
import type { Desk } from '../desk.ts'
import { imageFilter, sessionArgument } from '../filters.ts'
import { findSession } from '../find-session.ts'

/** The tools that change an edit by their arguments alone, so that they can be repeated. */
const edits: ReadonlySet<string> = new Set([
  'apply_primitive',
  'apply_per_region',
  'apply_spot',
  'bind_layers',
  'remove_module',
  'reset',
])

const Answer = z.object({ snapshot_hash: z.string().optional(), head_hash: z.string().optional() })
const Step = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  snapshot_hash: z.string().nullable().describe('Null if nothing was done'),
})

/** Creates the command that repeats the edits of a session. */
export const sessionLogReplay = ({ workspaces, callTool }: Desk) =>
  defineTool({
    name: 'session_log_replay',
    summary: 'Repeat the edits of a session, on the same image or another.',
    description: [
      'Repeats the edits that succeeded, in their order, each as a new snapshot;',
      'it stops at the first that fails. Branches, tags and checkouts are not repeated.',
    ].join(' '),
    input: z.object({
      session_id: sessionArgument,
      image: imageFilter,
      onto: imageArgument
        .optional()
        .describe('The image to edit; default: the one that the session worked on'),
      dry_run: z.boolean().default(false).describe('Only show what would be done'),
    }),
    output: z.object({ session_id: z.string(), onto: z.string(), steps: z.array(Step) }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { group: 'session-log', positionals: ['session_id'] },
    run: ({ session_id, image, onto, dry_run }, call) =>
      guard(call, async () => {
        const session = await findSession(workspaces, session_id, image)
        const { id } = await workspaces.open(onto ?? session.image_id, 'onto')
        const plan = session.calls
          .filter(({ tool, success }) => edits.has(tool) && success === true)
          .map((step, index) => ({
            tool: step.tool,
            args: { ...argsOf(step, index), image_id: id },
          }))
        const steps: z.output<typeof Step>[] = []
        for (const [index, step] of plan.entries()) {
          call.progress(index, plan.length, step.tool)
          const outcome = dry_run ? undefined : await callTool(step.tool, step.args, call.signal)
          if (outcome?.ok === false) throw stopped(index, step.tool, outcome.problems[0])
          steps.push({ ...step, snapshot_hash: hashIn(outcome?.data) })
        }
        return ok({ session_id, onto: id, steps })
      }),
  })

/** Creates the error of a failed step. */
const stopped = (
  index: number,
  tool: string,
  { code, message, path, hint, details }: Problem,
): DarkroomError =>
  // The cast leaves the check to the framework: a code that is not declared is masked.
  new DarkroomError(code as DarkroomCode, `Step ${index + 1}, ${tool}: ${message}`, {
    path,
    hint,
    details: { ...details, step: index + 1 },
  })

/** The snapshot that a result names. */
function hashIn(data: unknown): string | null {
  const { snapshot_hash, head_hash } = Answer.parse(data ?? {})
  return snapshot_hash ?? head_hash ?? null
}

function argsOf({ tool, args }: RecordedCall, index: number): object {
  if (typeof args === 'object' && args !== null && !('left_out_bytes' in args)) return args
  throw new DarkroomError(
    'state_error',
    `The arguments of step ${index + 1}, ${tool}, were too long to be kept; nothing was done.`,
    { details: { step: index + 1 } },
  )
}
