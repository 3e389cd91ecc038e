import { mapNext } from '../../outcome/next.ts'
import type { NextStep, Outcome } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import { builtInsOf, jobsCommand } from './commands/built-ins.ts'
import { shellQuote } from './render/escape.ts'
import { toCommandLine } from './to-command-line.ts'

/** Returns an outcome whose next steps are lines for a shell; those without a command are gone. */
export const withCommands = (outcome: Outcome, server: Server, program: string): Outcome =>
  mapNext(outcome, (step) => toCommand(step, server, program))

function toCommand(step: NextStep, server: Server, program: string): NextStep | undefined {
  const tool = server.tools().find(({ name }) => name === step.tool)
  if (tool === undefined) return undefined
  const waiting = tool.job === 'fetches' ? toWaiting(step, server) : undefined
  if (waiting !== undefined) return { ...step, command: `${program} ${waiting}` }
  const { argv, stdin } = toCommandLine(server, tool, step.args ?? {})
  const command = [program, ...argv.map(shellQuote)].join(' ')
  const [input] = stdin
  if (input === undefined) return { ...step, command }
  return { ...step, command: `printf '%s\\n' ${shellQuote(input)} | ${command}` }
}

/** The command that comes back to a job; undefined if a tool has its name. */
function toWaiting({ args = {} }: NextStep, server: Server): string | undefined {
  const isBuiltIn = builtInsOf(server).includes(jobsCommand)
  const { job_id: id, ...others } = args
  const isPlain = typeof id === 'string' && Object.keys(others).length === 0
  return isBuiltIn && isPlain ? `jobs wait ${shellQuote(id)}` : undefined
}
