import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Policy } from '../define/policy.ts'

/** The parts of a server that may keep something for later calls. */
export interface KeepingParts {
  readonly policies: readonly Policy[]
  readonly tools: readonly CompiledTool[]
  readonly fidelity?: { readonly isShared?: boolean | undefined } | undefined
  /** The engine that the author of the server gave. */
  readonly jobs?: { readonly isDurable: boolean } | undefined
}

/** Finds the parts that keep in the memory of one process what several would have to share. */
export function findUnshared(parts: KeepingParts): readonly string[] {
  const { policies, tools, fidelity, jobs } = parts
  const found: string[] = []
  for (const policy of policies) {
    const isUsed = tools.some(({ tool }) => policy.covers?.(tool) ?? true)
    if (policy.isShared === false && isUsed) found.push(policy.name)
  }
  if (fidelity?.isShared === false) found.push('fidelity')
  if (jobs?.isDurable === false) found.push('jobs')
  return found
}
