import type { SpecNode } from '../../spec/spec.ts'
import { hasCut } from '../run/create-output.ts'
import type { CommandResult } from '../run/run-command.ts'
import type { Verdict } from './check-run.ts'
import { matchesExpected } from './matches-expected.ts'

/** How a run ended for the check, and why. */
export interface Judgement {
  readonly verdict: Verdict
  /** One sentence for whoever has to mend it. */
  readonly reason: string
}

/** What a run needs to be judged by. */
export type JudgedRun = Pick<CommandResult, 'ended' | 'exitCode' | 'signal' | 'output'>

/**
 * What another program writes into every spec as a sentence for people. No command prints it, so it
 * is not looked for.
 */
const sentences = new Set(['All tests pass', 'Implementation matches specification'])

/** Judges a run: it passed if its exit code is 0 and its output has what is expected. */
export function judgeRun(run: JudgedRun, node: Pick<SpecNode, 'metadata'>): Judgement {
  if (run.ended !== 'exited') return judgeStopped(run)
  if (run.exitCode !== 0) {
    return { verdict: 'failed', reason: `The command ended with exit code ${run.exitCode}.` }
  }
  const { expected } = node.metadata
  if (typeof expected !== 'string' || expected.trim() === '' || sentences.has(expected.trim())) {
    return { verdict: 'passed', reason: 'The command ended with exit code 0.' }
  }
  return judgeOutput(run.output, expected)
}

function judgeStopped({ ended, signal }: JudgedRun): Judgement {
  switch (ended) {
    case 'timeout':
      return { verdict: 'timeout', reason: 'The command did not end within its time limit.' }
    case 'too_much_output':
      return { verdict: 'error', reason: 'The command printed too much and was stopped.' }
    case 'aborted':
      return { verdict: 'error', reason: 'The run was cancelled before the command ended.' }
    case 'not_started':
      return { verdict: 'error', reason: 'The command could not be started.' }
    default:
      return { verdict: 'error', reason: `The command was killed by ${signal ?? 'a signal'}.` }
  }
}

function judgeOutput(output: string, expected: string): Judgement {
  const shown = JSON.stringify(expected.length > 100 ? `${expected.slice(0, 100)}…` : expected)
  switch (matchesExpected(output, expected)) {
    case 'yes':
      return { verdict: 'passed', reason: `Exit code 0, and the output has ${shown}.` }
    case 'no':
      return {
        verdict: 'failed',
        reason: `Exit code 0, but ${lookedAt(output)} does not have what is expected: ${shown}.`,
      }
    default:
      return { verdict: 'error', reason: `The expected pattern cannot be used: ${shown}.` }
  }
}

const lookedAt = (output: string) =>
  hasCut(output) ? 'what is kept of the output (its middle is cut)' : 'the output'
