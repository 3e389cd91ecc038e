import type { CallOptions, Face } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Logger } from '../log/log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Turn, Turns } from '../signals/create-turns.ts'
import { pause } from '../signals/pause.ts'
import { minBudget } from './budget.ts'
import type { ContentFidelity, LongAnswer } from './content-fidelity.ts'
import { ownerOf } from './owner-of.ts'
import { isWithinBytes, toTokens } from './tokens/bytes-of.ts'

/** An outcome that is over the budget of its call. */
export interface AnswerToFit {
  /** The name of the tool, as the face of the call knows it. */
  readonly name: string
  readonly options: CallOptions
  readonly outcome: Outcome
  /** The characters of the whole answer, if they are known. */
  readonly length?: number | undefined
  /** Writes all that the model will see of an outcome. */
  readonly write: (outcome: Outcome) => string
  /** Waits before a step that takes a while. Default: until others had their turn. */
  readonly turn?: Turn | undefined
}

/** Holds the answers of a server to the budgets of their calls. */
export interface Fitter {
  /** Returns how many tokens the answer to a call may have; Infinity if nobody counts them. */
  budgetOf(name: string, options: CallOptions): number
  /** True if the text of an answer is within the budget of its call. */
  fits(name: string, options: CallOptions, text: string): boolean
  /** Does work for a call in steps, so that others have their turn. */
  inTurns<T>(options: CallOptions, work: (turn: Turn) => Promise<T>): Promise<T>
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
  readonly turns: Turns
}

/** Creates the fitter of one server. */
export function createFitter(parts: FitterParts): Fitter {
  const { fidelity, tools, refuse, log: serverLog, turns } = parts
  const find = (name: string, { face = 'direct' }: CallOptions) => tools[face].get(name)

  function budgetOf(name: string, options: CallOptions): number {
    const { budget, answerBytes = Infinity, face = 'direct' } = options
    if (budget !== undefined) return budget
    if (!fidelity.faces.includes(face)) return Infinity
    const own = find(name, options)?.tool.fidelity?.budget ?? fidelity.budget
    return Math.max(minBudget, Math.min(own, toTokens(answerBytes)))
  }

  return {
    budgetOf,
    fits(name, options, text) {
      if (!isWithinBytes(text, options.answerBytes)) return false
      const budget = budgetOf(name, options)
      return budget === Infinity || fidelity.isWithin(text, budget)
    },
    inTurns: ({ caller }, work) => turns.share(caller, work),
    async fit({ name, options, outcome, length, write, turn = pause }) {
      const { log = serverLog, caller } = options
      const { job } = outcome.notes
      // What a job gave is the answer of its tool, whichever tool fetches it.
      const isFetched = job !== undefined && !job.isPending
      const found = isFetched ? tools.direct.get(job.tool) : find(name, options)
      const plan = found?.tool.fidelity
      return fidelity.fit({
        outcome,
        schema: found?.outputSchema ?? {},
        plan: { items: plan?.items ?? [], whole: plan?.whole },
        budget: budgetOf(name, options),
        length,
        answerBytes: options.answerBytes,
        owner: ownerOf(caller),
        scopes: found?.tool.scopes,
        write,
        refuse,
        log,
        turn,
      })
    },
  }
}
