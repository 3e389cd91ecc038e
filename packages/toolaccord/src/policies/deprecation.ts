import type { CallRequest, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { isRecord } from '../json/json.ts'
import { type Codebook, factsOf } from '../outcome/codebook.ts'
import type { Deprecation, Outcome, Warning } from '../outcome/outcome.ts'
import { toWarning, withWarning } from '../outcome/warnings.ts'

/** Warns whoever uses what will go: a tool, a former name of it, an argument, a value, a code. */
export function createDeprecation(codes: Codebook): Policy {
  const isGoing = (code: string) => factsOf(codes, code)?.deprecated !== undefined
  return {
    name: 'deprecation',
    covers: (tool) =>
      [tool.deprecated, tool.deprecatedArguments, tool.deprecatedValues, tool.formerly?.[0]].some(
        (one) => one !== undefined,
      ) || tool.codes.some(isGoing),
    async around(request, next) {
      const outcome = await next()
      const warnings = [...inputWarnings(request), ...codeWarnings(outcome, codes)]
      const note = request.tool.deprecated ?? formerOf(request.tool, request.calledAs)
      return warnings.reduce(withWarning, withDeprecation(outcome, note))
    },
  }
}

function withDeprecation(outcome: Outcome, deprecation: Deprecation | undefined): Outcome {
  if (deprecation === undefined) return outcome
  return { ...outcome, notes: { ...outcome.notes, deprecation } }
}

/** What a former name of a tool says about itself; undefined for a name that it has. */
function formerOf(tool: AnyTool, calledAs: string): Deprecation | undefined {
  const former = tool.formerly?.find(({ name }) => name === calledAs)
  return former && { since: former.since, use: tool.name, removeIn: former.removeIn }
}

function inputWarnings({ tool, calledAs, args }: CallRequest): Warning[] {
  const given = isRecord(args) ? args : {}
  const former = formerOf(tool, calledAs)
  return [
    ...(tool.deprecated ? [toGoing(`The tool '${tool.name}'`, tool.deprecated)] : []),
    ...(former ? [toGoing(`The name '${calledAs}'`, former)] : []),
    ...Object.entries(tool.deprecatedArguments ?? {}).flatMap(([name, facts]) =>
      given[name] === undefined ? [] : [toGoing(`The argument '${name}'`, facts)],
    ),
    ...Object.entries(tool.deprecatedValues ?? {}).flatMap(([name, values]) => {
      const facts =
        typeof given[name] === 'string' && Object.hasOwn(values, given[name])
          ? values[given[name]]
          : undefined
      return facts === undefined
        ? []
        : [toGoing(`The value '${String(given[name])}' of '${name}'`, facts)]
    }),
  ]
}

const codeWarnings = (outcome: Outcome, codes: Codebook): Warning[] =>
  outcome.ok
    ? []
    : outcome.problems.flatMap(({ code }) => {
        const facts = factsOf(codes, code)?.deprecated
        return facts === undefined ? [] : [toGoing(`The code '${code}'`, facts)]
      })

const toGoing = (what: string, facts: Deprecation): Warning =>
  toWarning('DEPRECATED', `${what} ${describeDeprecation(facts)}`, { ...facts })

/** `is deprecated since 1.2 and goes in 2.0; use x.` */
export function describeDeprecation({ since, use, removeIn }: Deprecation): string {
  const known = [
    `is deprecated${since === undefined ? '' : ` since ${since}`}`,
    ...(removeIn === undefined ? [] : [`goes in ${removeIn}`]),
  ].join(' and ')
  return use === undefined ? `${known}.` : `${known}; use ${use}.`
}
