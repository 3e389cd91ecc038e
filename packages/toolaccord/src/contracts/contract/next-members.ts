import { compact } from '../../json/json.ts'
import type { NextStep, Outcome } from '../../outcome/outcome.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { readSteps } from './read.ts'

/** One next step as an envelope has it. */
export type NextMember = Readonly<Record<string, unknown>>

/** The schema of the next steps in an envelope. */
export const nextSchema: JsonSchema = { type: 'array', items: { type: 'object' } }

/** Writes next steps for an envelope; undefined if there are none. */
export function toNextMembers(steps: readonly NextStep[]): readonly NextMember[] | undefined {
  if (steps.length === 0) return undefined
  return steps.map(toMember)
}

/** A program reads the arguments, even if a command says them to people. */
function toMember(step: NextStep): NextMember {
  const { tool, args, why, command, method, href } = step
  return compact({
    tool,
    arguments: hasThemInLink(step) ? undefined : args,
    why,
    command,
    method,
    href,
  })
}

/** True if a link holds all arguments of a step; those of other requests are their body. */
const hasThemInLink = ({ method }: NextStep): boolean => method === 'GET' || method === 'DELETE'

/** Reads the next steps of an envelope; undefined if it has none. */
export const fromNextMembers = (members: unknown): readonly NextStep[] | undefined =>
  readSteps(members, 'arguments')

/**
 * Returns an outcome with the next steps that its envelope has. An envelope does not say whose they
 * are: those of a failure are given to its first problem.
 */
export function withNextMembers(outcome: Outcome, members: unknown): Outcome {
  const next = fromNextMembers(members)
  if (next === undefined) return outcome
  if (outcome.ok) return { ...outcome, notes: { ...outcome.notes, next } }
  const [first, ...others] = outcome.problems
  return { ...outcome, problems: [{ ...first, next }, ...others] }
}
