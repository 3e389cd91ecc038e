import type { CallOptions, Face } from '../define/call.ts'
import type { ToolsByName } from '../define/compiled-tool.ts'
import type { Logger } from '../log/log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type ContentFidelity, type LongAnswer, ownerOf } from './content-fidelity.ts'

/** An outcome whose answer is over the budget of its call. */
export interface FitRequest {
  readonly name: string
  readonly options: CallOptions
  readonly outcome: Outcome
  /** All that the model would see of an outcome. */
  readonly write: (outcome: Outcome) => string
}

/** Makes the answers of a server fit the budgets of its calls. */
export interface Fitter {
  /** How many tokens the answer to a call may have. */
  budgetOf(name: string, options: CallOptions): number
  /** True if what the model will see is within the budget of the call; quick for a small answer. */
  fits(seen: string, name: string, options: CallOptions): boolean
  /** A smaller outcome, with what it leaves out kept for the caller. */
  fit(request: FitRequest): Promise<Outcome>
}

/** The parts of a server that its fitter needs. */
export interface FitterParts {
  readonly fidelity: ContentFidelity
  readonly tools: Readonly<Record<Face, ToolsByName>>
  /** The name of the tool that fetches the rest, as each face shows it. */
  readonly retrieveTools: Readonly<Record<Face, string>>
  readonly refuse: LongAnswer['refuse']
  readonly log: Logger
}

/** Creates the fitter of a server. */
export function createFitter(parts: FitterParts): Fitter {
  const { fidelity, tools, retrieveTools, refuse } = parts
  const find = (name: string, { face = 'direct' }: CallOptions) => tools[face].get(name)

  function budgetOf(name: string, options: CallOptions): number {
    return options.budget ?? find(name, options)?.tool.fidelity?.budget ?? fidelity.budget
  }

  return {
    budgetOf,
    fits: (seen, name, options) => fidelity.isWithin(seen, budgetOf(name, options)),
    fit({ name, options, outcome, write }) {
      const found = find(name, options)
      return fidelity.fit({
        outcome,
        schema: found?.outputSchema ?? {},
        items: found?.tool.fidelity?.items ?? [],
        budget: budgetOf(name, options),
        owner: ownerOf(options.caller),
        retrieveTool: retrieveTools[options.face ?? 'direct'],
        write,
        refuse,
        log: options.log ?? parts.log,
      })
    },
  }
}
