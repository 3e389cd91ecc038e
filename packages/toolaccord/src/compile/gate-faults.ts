import { isScope } from '../auth/scopes.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Flags } from '../flags/create-flags.ts'
import { consentOf, literalArgument } from '../policies/consent/literal.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** Checks the flags of tools: one that the server does not have would gate nothing. */
export function* gateFaults(
  tools: readonly AnyTool[],
  flags: Pick<Flags, 'isExpired'> | undefined,
): Iterable<string> {
  for (const { name, flag } of tools) {
    if (flag === undefined) continue
    const fault = findFlagFault(flag, flags)
    if (fault !== undefined) yield `tool '${name}' flag: ${fault}`
  }
}

function findFlagFault(
  flag: string,
  flags: Pick<Flags, 'isExpired'> | undefined,
): string | undefined {
  if (flags === undefined) {
    return `'${flag}' gates nothing, because the server has no flags; give it createFlags(…) as flags`
  }
  try {
    flags.isExpired(flag)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Checks what the user must agree to; `input` is undefined if it could not be converted. */
export function* consentFaults(tool: AnyTool, input: JsonSchema | undefined): Iterable<string> {
  const literal = consentOf(tool)
  if (literal === undefined) {
    if (tool.prepare !== undefined) {
      yield 'prepare: runs before the user is asked, and the tool needs no consent; give it one'
    }
    return
  }
  if (!/^[A-Z][A-Z0-9_]*$/.test(literal)) {
    yield `consent: '${literal}' must be made of capitals, digits and '_', such as DELETE_NOTE`
  }
  if (input?.properties?.[literalArgument] !== undefined) {
    yield (
      `input: the argument '${literalArgument}' is added by the framework, ` +
        'because the tool needs consent; leave it out'
    )
  }
}

/** Checks the scopes that a tool, a resource or a prompt asks for. */
export function* scopeFaults({ scopes = [] }: Pick<AnyTool, 'scopes'>): Iterable<string> {
  for (const scope of scopes) {
    if (isScope(scope)) continue
    yield (
      `scopes: '${scope}' is not a valid scope; ` +
        'it must be visible ASCII without quotes and spaces'
    )
  }
}
