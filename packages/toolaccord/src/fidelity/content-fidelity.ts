import type { Face } from '../define/call.ts'
import type { FidelityPlan } from '../define/fidelity-plan.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Logger } from '../log/log.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import type { Reason } from '../outcome/reasons.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Turn } from '../signals/create-turns.ts'

/** Makes the answers of a server fit, and keeps what they leave out. */
export interface ContentFidelity {
  /** Tokens for an answer if neither its tool nor its caller says otherwise. */
  readonly budget: number
  /** False if only one process can fetch what answers leave out. Default: true. */
  readonly isShared?: boolean | undefined
  /** The faces whose answers are made to fit unasked. */
  readonly faces: readonly Face[]
  /** The name of the tool that fetches the rest. */
  readonly retrieveTool: string
  /** The tools that it adds to a server. */
  readonly tools: readonly AnyTool[]
  /** The resources that it adds to a server. */
  readonly resources: readonly Resource[]
  /** True if a string is within a budget; quick for a string that is small. */
  isWithin(text: string, budget: number): boolean
  /** Makes an outcome fit its budget, and keeps what it leaves out for its owner. */
  fit(answer: LongAnswer): Promise<Outcome>
}

/** An outcome that is over its budget, and what is known about it. */
export interface LongAnswer {
  readonly outcome: Outcome
  /** The schema of the data. */
  readonly schema: JsonSchema
  readonly plan: FidelityPlan
  readonly budget: number
  /** The characters of the whole answer, if they are known. */
  readonly length?: number | undefined
  /** The bytes that the answer may have; undefined if only tokens count. */
  readonly answerBytes?: number | undefined
  /** Who may fetch the rest. */
  readonly owner: string
  /** The scopes of the tool, which whoever fetches the rest needs as well. */
  readonly scopes?: readonly string[] | undefined
  /** Writes all that the model will see of an outcome. */
  readonly write: (outcome: Outcome) => string
  /** Waits before a step that takes a while, so that others have their turn. */
  readonly turn: Turn
  readonly refuse: (reason: Reason, more: ReasonProblem) => Failure
  readonly log: Logger
}
