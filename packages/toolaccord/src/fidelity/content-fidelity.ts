import type { ItemPlan } from '../define/fidelity-plan.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Logger } from '../log/log.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import type { Reason } from '../outcome/reasons.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** Makes the answers of a server fit, and keeps what they leave out. */
export interface ContentFidelity {
  /** Tokens for an answer where neither its tool nor its caller says otherwise. */
  readonly budget: number
  /** The name of the tool that fetches the rest. */
  readonly retrieveTool: string
  /** What a server has with it. */
  readonly tools: readonly AnyTool[]
  readonly resources: readonly Resource[]
  /** Whether a text is within a budget; quick for one that is small. */
  isWithin(text: string, budget: number): boolean
  /** The outcome within its budget, with what it leaves out kept for its owner. */
  fit(answer: LongAnswer): Promise<Outcome>
}

/** An outcome that is over its budget, and what is known about it. */
export interface LongAnswer {
  readonly outcome: Outcome
  /** Of the data. */
  readonly schema: JsonSchema
  readonly items: readonly ItemPlan<never>[]
  readonly budget: number
  /** Who may fetch the rest. */
  readonly owner: string
  /** The name of the tool that fetches it, as the caller knows it. */
  readonly retrieveTool: string
  /** All that the model will see of an outcome. */
  readonly write: (outcome: Outcome) => string
  readonly refuse: (reason: Reason, more: ReasonProblem) => Failure
  readonly log: Logger
}

/**
 * The owner of what was left out of an answer: its caller, or everybody where nobody has to say who
 * they are.
 */
export const ownerOf = (caller: { readonly id: string } | undefined): string =>
  caller === undefined ? 'anyone' : `caller:${caller.id}`
