import type { CompiledTool } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { AnyTool, Preparation } from '../define/tool.ts'
import { isRecord } from '../json/json.ts'
import { completeFailure } from '../outcome/failure.ts'
import { type Failure, type Success, isFailure, ok } from '../outcome/outcome.ts'
import type { ToolPreparer } from '../policies/consent/create-consent.ts'
import { prepareInput } from '../schema/validate.ts'
import { fromThrown } from './from-thrown.ts'
import { parseInput } from './parse-input.ts'
import { type ToolRunnerParts, checkReturned } from './run-tool.ts'
import { RunningCall, changeRequest } from './running-call.ts'

/**
 * Creates what happens to a call before its user is asked: bad arguments are refused, and the tool
 * may look ahead. It never throws.
 */
export function createToolPreparer(
  tools: readonly CompiledTool[],
  parts: ToolRunnerParts,
): ToolPreparer {
  const { codes, limits } = parts
  const byTool = new Map(tools.map((one) => [one.tool, one]))
  const shownOf = (tool: AnyTool) => byTool.get(tool)?.inputSchema ?? {}

  async function prepare(request: CallRequest): Promise<Success<Preparation> | Failure> {
    const { tool } = request
    const parsed = await parseInput({ tool, inputSchema: shownOf(tool) }, request, parts)
    return parsed.ok ? lookAhead(parsed.value, request) : parsed.refused
  }

  async function lookAhead(
    input: unknown,
    request: CallRequest,
  ): Promise<Success<Preparation> | Failure> {
    const { tool } = request
    if (tool.prepare === undefined) return ok({})
    try {
      const prepared = await tool.prepare(input, new RunningCall(request))
      return ok(checkPreparation(prepared, tool))
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
      checkReturned(thrown, tool)
      return completeFailure(thrown, codes)
    }
  }

  return {
    async prepare(request, args) {
      try {
        return await prepare(changeRequest(request, { args }))
      } catch (thrown) {
        return fromThrown(thrown, request, `prepare of tool ${request.tool.name}`)
      }
    },
    repair: ({ tool }, args) => prepareInput(shownOf(tool), args, limits.depth).value,
  }
}

/** JavaScript may have returned anything. */
function checkPreparation(prepared: unknown, { name }: AnyTool): Preparation {
  if (isRecord(prepared)) {
    const { question } = prepared
    if (question === undefined || typeof question === 'string') return { question }
  }
  throw new TypeError(`prepare of ${name} must return { question: '…' }, or fail`)
}
