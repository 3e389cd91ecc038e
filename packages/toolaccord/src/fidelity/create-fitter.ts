import type { CallOptions, Face } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Logger } from '../log/log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { ContentFidelity, LongAnswer } from './content-fidelity.ts'
import { ownerOf } from './owner-of.ts'

/** An outcome that is over the budget of its call. */
export interface AnswerToFit {
  /** The name of the tool, as the face of the call knows it. */
  readonly name: string
  readonly options: CallOptions
  readonly outcome: Outcome
  /** Writes all that the model will see of an outcome. */
  readonly write: (outcome: Outcome) => string
}

/** Holds the answers of a server to the budgets of their calls. */
export interface Fitter {
  /** Returns how many tokens the answer to a call may have. */
  budgetOf(name: string, options: CallOptions): number
  /** True if the text of an answer is within the budget of its call. */
  fits(name: string, options: CallOptions, text: string): boolean
  /** Makes an outcome smaller until it fits, and keeps what it leaves out for its caller. */
  fit(answer: AnswerToFit): Promise<Outcome>
}

/** The parts of a server that its fitter needs. */
export interface FitterParts {
  readonly fidelity: ContentFidelity
  /** The tools of each face, by every name that they answer to there. */
  readonly tools: Readonly<Record<Face, ReadonlyMap<string, CompiledTool>>>
  readonly refuse: LongAnswer['refuse']
  readonly log: Logger
}

/** Creates the fitter of one server. */
export function createFitter({ fidelity, tools, refuse, log: serverLog }: FitterParts): Fitter {
  const find = (name: string, { face = 'direct' }: CallOptions) => tools[face].get(name)

  const budgetOf = (name: string, options: CallOptions) =>
    options.budget ?? find(name, options)?.tool.fidelity?.budget ?? fidelity.budget

  return {
    budgetOf,
    fits: (name, options, text) => fidelity.isWithin(text, budgetOf(name, options)),
    async fit({ name, options, outcome, write }) {
      const { log = serverLog, caller } = options
      const found = find(name, options)
      return fidelity.fit({
        outcome,
        schema: found?.outputSchema ?? {},
        items: found?.tool.fidelity?.items ?? [],
        budget: budgetOf(name, options),
        owner: ownerOf(caller),
        write,
        refuse,
        log,
      })
    },
  }
}
