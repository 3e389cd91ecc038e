import { flagFaults } from './flag-faults.ts'
import type { FlagDefinition, FlagDefinitions, FlagInit } from './flag.ts'

/**
 * Declares feature flags, or throws one error that names every fault.
 *
 * @example
 *   const definitions = defineFlags({
 *     pdf_export: {
 *       summary: 'Notes as PDF.',
 *       state: 'beta',
 *       owner: 'the notes team',
 *       default: false,
 *       percentage: 10,
 *     },
 *   })
 */
export function defineFlags<const Name extends string>(flags: {
  readonly [Flag in Name]: FlagInit<NoInfer<Name>>
}): FlagDefinitions<Name> {
  const entries = Object.entries<FlagInit>(flags)
  const faults = flagFaults(new Map(entries))
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`)
    throw new TypeError(`These flags cannot work:\n${lines.join('\n')}`)
  }
  const definitions = Object.fromEntries(entries.map(([name, flag]) => [name, freeze(flag)]))
  // The cast holds because every name of the argument is mapped.
  return Object.freeze(definitions) as FlagDefinitions<Name>
}

const freeze = ({ allow = [], block = [], needs = [], ...flag }: FlagInit): FlagDefinition =>
  Object.freeze({
    ...flag,
    allow: Object.freeze([...allow]),
    block: Object.freeze([...block]),
    needs: Object.freeze([...needs]),
  })
