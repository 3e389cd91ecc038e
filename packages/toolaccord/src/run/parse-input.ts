import type { CompiledTool } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { Failure } from '../outcome/outcome.ts'
import { type Parsed, finishInput, prepareInput, validate } from '../schema/validate.ts'
import { type ToolRunnerParts, findMalformed, refuseInput } from './run-tool.ts'

/** The arguments as a tool will see them, or why it will not. */
export type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refused: Failure }

/** Checks the arguments of a call before its tool is run. */
export async function parseInput(
  { tool, inputSchema }: Pick<CompiledTool, 'tool' | 'inputSchema'>,
  request: CallRequest,
  { contract, limits }: Pick<ToolRunnerParts, 'contract' | 'limits'>,
): Promise<ParsedInput> {
  const malformed = findMalformed(request, limits)
  if (malformed !== undefined) return { ok: false, refused: malformed }
  const prepared = prepareInput(inputSchema, request.args, limits.depth)
  const validated = await validate(tool.input, prepared.value)
  const parsed: Parsed = finishInput(inputSchema, prepared, validated)
  if (parsed.ok) return { ok: true, value: parsed.value }
  return { ok: false, refused: refuseInput(parsed.issues, contract) }
}
