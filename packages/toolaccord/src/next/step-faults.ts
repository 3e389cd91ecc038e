import type { CompiledTool } from '../define/compiled-tool.ts'
import { clip, isJson, isRecord, toPath } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { consentOf, literalArgument } from '../policies/consent/literal.ts'
import type { InputIssue } from '../schema/input-issue.ts'
import { finishInput, prepareInput, validate } from '../schema/validate.ts'

/** How deep the arguments of a step may nest. */
const maxDepth = 64

/** Finds what is wrong with a next step. `tools` are those of the server by their own names. */
export function* stepFaults(
  step: unknown,
  tools: ReadonlyMap<string, CompiledTool | undefined>,
): Iterable<string> {
  if (!isRecord(step) || typeof step.tool !== 'string') {
    yield 'a step needs the name of a tool as tool'
    return
  }
  if (!tools.has(step.tool)) {
    yield describeUnknown(step.tool, tools.keys())
    return
  }
  const found = tools.get(step.tool)
  const { args = {}, why } = step
  if (why !== undefined && typeof why !== 'string') yield `why of ${step.tool} must be a string`
  if (!isRecord(args) || !isJson(args, maxDepth)) yield `args of ${step.tool} must be a JSON object`
  else if (found !== undefined) yield* argumentFaults(found, args)
}

function describeUnknown(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known)
  if (meant === undefined) return `there is no tool '${name}'`
  return `there is no tool '${name}'; did you mean '${meant}'?`
}

/** Arguments that are missing are the caller's to give, so only those that are there are judged. */
function* argumentFaults(
  { tool, inputSchema }: CompiledTool,
  args: Readonly<Record<string, unknown>>,
): Iterable<string> {
  if (consentOf(tool) !== undefined && Object.hasOwn(args, literalArgument)) {
    yield `${tool.name} must not get '${literalArgument}' from a step: only the user consents`
    return
  }
  const prepared = prepareInput(inputSchema, args, 0)
  const result = validate(tool.input, prepared.value)
  // A schema that takes its time judges the call itself.
  if (result instanceof Promise) {
    result.catch(() => {})
    return
  }
  const parsed = finishInput(inputSchema, prepared, result)
  if (parsed.ok) return
  for (const issue of parsed.issues) {
    if (isAboutGiven(issue, args)) yield `${tool.name}: ${toSentences(issue)}`
  }
}

function isAboutGiven({ path = '' }: InputIssue, args: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(args).some((name) => {
    const start = toPath([clip(name)])
    return path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`)
  })
}

const toSentences = ({ message, hint = '' }: InputIssue): string => `${message} ${hint}`.trim()
