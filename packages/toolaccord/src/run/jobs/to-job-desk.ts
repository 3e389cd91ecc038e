import type { CompiledTool } from '../../define/compiled-tool.ts'
import type { CallRequest, Policy } from '../../define/policy.ts'
import type { Flags } from '../../flags/create-flags.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import { resultToolName } from '../../jobs/to-pending.ts'
import type { Logger } from '../../log/log.ts'
import { kindOf } from '../../outcome/codebook.ts'
import type { Problem } from '../../outcome/outcome.ts'
import { type ToolRunner, type ToolRunnerParts, createToolRunner } from '../run-tool.ts'
import { type JobDesk, createJobDesk } from './create-job-desk.ts'
import { createJobHost } from './create-job-host.ts'

/** The parts of a server that its desk is made of. */
export interface DeskParts extends ToolRunnerParts, Pick<CallRequest, 'refuse'> {
  readonly init: {
    readonly name: string
    readonly version: string
    readonly flags?: Flags | undefined
  }
  readonly log: Logger
  readonly policies: readonly Policy[]
  /** Every tool of the server, also those that it does not offer. */
  readonly tools: readonly CompiledTool[]
  readonly engine: JobEngine
}

/** Returns where the long tools of a server run; undefined if it has none. */
export function toJobDesk(parts: DeskParts): JobDesk | undefined {
  const { tools, init, codes, engine } = parts
  if (!tools.some(({ tool }) => tool.long !== undefined)) return undefined
  const hostParts = {
    ...parts,
    server: init.name,
    version: init.version,
    flags: init.flags,
    tools: new Map(tools.map((one) => [one.tool.name, one])),
    kindOf: (problem: Problem) => kindOf(codes, problem),
  }
  const hostWith = (log: Logger) => createJobHost({ ...hostParts, log })
  const host = hostWith(parts.log)
  return createJobDesk({ ...parts, engine, host, hostWith, runTool: createToolRunner(parts) })
}

/** Returns what runs the tools of a server with a desk: long ones become jobs. */
export function toJobRunner(desk: JobDesk, parts: ToolRunnerParts): ToolRunner {
  const runTool = createToolRunner(parts)
  return function runAnyTool(found, request) {
    const { tool } = found
    if (tool.long !== undefined) return desk.begin(found, request)
    if (tool.name === resultToolName) return desk.fetch(found, request)
    return runTool(found, request)
  }
}
