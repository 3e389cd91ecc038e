import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { Codebook } from '../outcome/codebook.ts'
import { changeNext } from '../outcome/next.ts'
import type { NextStep, Outcome } from '../outcome/outcome.ts'
import { stepFaults } from './step-faults.ts'

/** True if whoever makes a call may call another tool too. */
export type Reach = (found: CompiledTool, request: CallRequest) => boolean

/** The parts of a server that its step check needs. */
export interface StepCheckParts {
  /** The tools by every name that they answer to, without a prefix. */
  readonly byName: ToolsByName
  readonly codes: Codebook
  readonly isReachable: Reach
}

/** Returns an outcome without the next steps that would lead its caller nowhere. */
export type StepCheck = (outcome: Outcome, request: CallRequest) => Outcome

/**
 * Creates the check of the steps that answers suggest. A step that is wrong is logged and left out,
 * because a wrong suggestion must not break an answer; one out of reach is left out silently.
 */
export function createStepCheck({ byName, codes, isReachable }: StepCheckParts): StepCheck {
  /** The steps of codes, which were checked when the server was defined. */
  const checked = new Set(Object.values(codes).flatMap(({ next = [] }) => next))
  const tools = new Map([...byName].filter(([name, { tool }]) => name === tool.name))

  function isKept(step: NextStep, request: CallRequest): boolean {
    const { id, tool, log } = request
    const message = `tool ${tool.name} suggests a next step that is left out`
    try {
      const faults = checked.has(step) ? [] : [...stepFaults(step, tools)]
      if (faults.length === 0) return canTake(step, request)
      log.warn(message, { id, faults })
    } catch (thrown) {
      log.warn(message, { id, thrown })
    }
    return false
  }

  function canTake({ tool }: NextStep, request: CallRequest): boolean {
    const found = tools.get(tool)
    return found !== undefined && isReachable(found, request)
  }

  return (outcome, request) =>
    changeNext(outcome, (steps) =>
      toArray(steps)
        .filter((step) => isKept(step, request))
        .map(toPlainStep),
    )
}

/** A tool written in JavaScript may suggest anything. */
const toArray = (steps: readonly NextStep[]): readonly NextStep[] =>
  Array.isArray(steps) ? steps : []

/** Copied property by property: only a face may say how a step looks there. */
const toPlainStep = ({ tool, args, why }: NextStep): NextStep => ({ tool, args, why })
