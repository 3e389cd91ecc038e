import type { Contract } from '../contracts/contract/contract.ts'
import type { CallOptions } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Logger } from '../log/log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type ContentFidelity, type LongAnswer, ownerOf } from './content-fidelity.ts'

/** Makes the outcome of a call fit its budget; one that fits comes back at once, as it is. */
export interface Fitter {
  /** What was written of the outcome is what the model will see; `write` does so for a smaller one. */
  (
    name: string,
    outcome: Outcome,
    options: CallOptions,
    written: string,
    write: (outcome: Outcome) => string,
  ): Outcome | PromiseLike<Outcome>
  /** How many tokens the answer to a call may have. */
  budgetOf(name: string, options: CallOptions): number
}

export interface FitterParts {
  readonly fidelity: ContentFidelity
  readonly tools: ReadonlyMap<string, CompiledTool>
  readonly mcpTools: ReadonlyMap<string, CompiledTool>
  /** The name of the tool that fetches the rest, on MCP. */
  readonly mcpRetrieveTool: string
  readonly contract: Contract
  readonly log: Logger
}

/** The fitter of one server. */
export function createFitter({
  fidelity,
  tools,
  mcpTools,
  mcpRetrieveTool,
  contract,
  log: serverLog,
}: FitterParts): Fitter {
  const refuse: LongAnswer['refuse'] = (reason, more) => ({
    ok: false,
    problems: [contract.problem(reason, more)],
    soft: false,
    notes: {},
  })
  const find = (name: string, { face }: CallOptions) =>
    (face === 'mcp' ? mcpTools : tools).get(name)
  const budgetOf = (name: string, options: CallOptions) =>
    options.budget ?? find(name, options)?.tool.fidelity?.budget ?? fidelity.budget

  const fitOutcome = (
    name: string,
    outcome: Outcome,
    options: CallOptions,
    written: string,
    write: LongAnswer['write'],
  ) => {
    const budget = budgetOf(name, options)
    if (fidelity.isWithin(written, budget)) return outcome
    const found = find(name, options)
    const retrieveTool = options.face === 'mcp' ? mcpRetrieveTool : fidelity.retrieveTool
    const { log = serverLog, caller } = options
    return fidelity.fit({
      outcome,
      schema: found?.outputSchema ?? {},
      items: found?.tool.fidelity?.items ?? [],
      budget,
      owner: ownerOf(caller),
      retrieveTool,
      write,
      refuse,
      log,
    })
  }
  return Object.assign(fitOutcome, { budgetOf })
}
