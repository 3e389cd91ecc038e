import type { CallRequest, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { compact, isRecord } from '../json/json.ts'
import { type Codebook, factsOf } from '../outcome/codebook.ts'
import type { Deprecation, Outcome, Warning } from '../outcome/outcome.ts'
import { toWarning, withWarning } from '../outcome/warnings.ts'

/**
 * Creates the policy that warns callers of everything deprecated that they use: a tool, a former
 * name of it, an argument, a value, a code.
 */
export function createDeprecation(codes: Codebook): Policy {
  return {
    name: 'deprecation',
    covers: (tool) => hasDeprecatedInput(tool) || tool.codes.some((code) => isGoing(code, codes)),
    async around(request, next) {
      const outcome = await next()
      const warnings = [...inputWarnings(request), ...codeWarnings(outcome, codes)]
      const note = request.tool.deprecated ?? formerOf(request.tool, request.calledAs)
      return warnings.reduce(withWarning, withDeprecation(outcome, note))
    },
  }
}

const hasDeprecatedInput = (tool: AnyTool): boolean =>
  tool.deprecated !== undefined ||
  tool.deprecatedArguments !== undefined ||
  tool.deprecatedValues !== undefined ||
  tool.formerly?.[0] !== undefined

const isGoing = (code: string, codes: Codebook): boolean =>
  factsOf(codes, code)?.deprecated !== undefined

function withDeprecation(outcome: Outcome, deprecation: Deprecation | undefined): Outcome {
  if (deprecation === undefined) return outcome
  return { ...outcome, notes: { ...outcome.notes, deprecation } }
}

/** The deprecation of a former name of a tool; undefined for the name that it has. */
function formerOf(tool: AnyTool, calledAs: string): Deprecation | undefined {
  const former = tool.formerly?.find(({ name }) => name === calledAs)
  return former && { since: former.since, use: tool.name, removeIn: former.removeIn }
}

function inputWarnings({ tool, calledAs, args }: CallRequest): Warning[] {
  const warnings: Warning[] = []
  const given = isRecord(args) ? args : {}
  const former = formerOf(tool, calledAs)
  if (tool.deprecated) warnings.push(warnOf(`The tool '${tool.name}'`, tool.deprecated))
  if (former) warnings.push(warnOf(`The name '${calledAs}'`, former))
  for (const [name, facts] of Object.entries(tool.deprecatedArguments ?? {})) {
    const value = given[name]
    // Models that must name every argument send null for those that they leave out.
    if (value === undefined || value === null) continue
    warnings.push(warnOf(`The argument '${name}'`, facts))
  }
  for (const [name, values] of Object.entries(tool.deprecatedValues ?? {})) {
    const value = given[name]
    if (typeof value !== 'string' || !Object.hasOwn(values, value)) continue
    const facts = values[value]
    if (facts) warnings.push(warnOf(`The value '${value}' of '${name}'`, facts))
  }
  return warnings
}

function codeWarnings(outcome: Outcome, codes: Codebook): Warning[] {
  if (outcome.ok) return []
  const warnings: Warning[] = []
  for (const { code } of outcome.problems) {
    const facts = factsOf(codes, code)?.deprecated
    if (facts !== undefined) warnings.push(warnOf(`The code '${code}'`, facts))
  }
  return warnings
}

/** Its context has the names of the wire, because envelopes carry it as it is. */
function warnOf(what: string, facts: Deprecation): Warning {
  const { since, use, removeIn } = facts
  const context = compact({ since, use, remove_in: removeIn })
  return toWarning('DEPRECATED', `${what} ${describeDeprecation(facts)}`, context)
}

/** Describes a deprecation, as `is deprecated since 1.2 and goes in 2.0; use x.` */
export function describeDeprecation({ since, use, removeIn }: Deprecation): string {
  let text = 'is deprecated'
  if (since !== undefined) text += ` since ${since}`
  if (removeIn !== undefined) text += ` and goes in ${removeIn}`
  if (use !== undefined) text += `; use ${use}`
  return `${text}.`
}
