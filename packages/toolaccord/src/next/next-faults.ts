import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Codebook } from '../outcome/codebook.ts'
import { stepFaults } from './step-faults.ts'

/** Checks the next steps that the codes of a server have. */
export function* nextFaults(
  codes: Codebook,
  tools: ReadonlyMap<string, CompiledTool | undefined>,
): Iterable<string> {
  for (const [code, { next = [] }] of Object.entries(codes)) {
    if (!Array.isArray(next)) {
      yield `code '${code}' next: must be an array of steps`
      continue
    }
    for (const [index, step] of next.entries()) {
      for (const fault of stepFaults(step, tools)) yield `code '${code}' next[${index}]: ${fault}`
    }
  }
}
