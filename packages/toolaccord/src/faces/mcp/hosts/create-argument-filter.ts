import { isRecord, without } from '../../../json/json.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { toWarning, withWarning } from '../../../outcome/warnings.ts'
import type { Server } from '../../../server.ts'
import type { HostProfile } from './host-profile.ts'
import { hostProfiles } from './host-profiles.ts'

/** Arguments without those that a host added. */
export interface FilteredArguments {
  readonly args: Readonly<Record<string, unknown>>
  /** Says in an answer what was left out. */
  note(outcome: Outcome): Outcome
}

/** Takes out what a host added to a call; undefined if there is nothing to take out. */
export type ArgumentFilter = (tool: string, args: unknown) => FilteredArguments | undefined

/** Returns the names of all arguments that hosts are known to add. */
export function hostArgumentsOf(own: readonly HostProfile[] = []): readonly string[] {
  const names = [...own, ...hostProfiles].flatMap(({ addsArguments = [] }) => addsArguments)
  return [...new Set(names)]
}

/**
 * Creates the filter of a server. It goes by names alone, whoever the client says it is: over
 * stateless HTTP nobody knows. An argument that a tool has itself stays.
 */
export function createArgumentFilter(
  server: Server,
  hostArguments: readonly string[],
): ArgumentFilter {
  const ownNames = new Map(
    server
      .tools()
      .flatMap(({ mcpNames, inputSchema }) =>
        mcpNames.map((name) => [name, inputSchema.properties ?? {}] as const),
      ),
  )

  return function filterArguments(tool, args) {
    if (!isRecord(args)) return undefined
    const own = ownNames.get(tool) ?? {}
    const added = hostArguments.filter(
      (name) => Object.hasOwn(args, name) && !Object.hasOwn(own, name),
    )
    if (added.length === 0) return undefined
    const names = added.map((name) => `'${name}'`).join(', ')
    const warning = toWarning('ARGUMENT_IGNORED', `Ignored: ${names}, added by the host.`)
    return { args: without(args, added), note: (outcome) => withWarning(outcome, warning) }
  }
}
