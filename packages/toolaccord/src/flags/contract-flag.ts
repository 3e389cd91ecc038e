import type { Contract } from '../contracts/contract/contract.ts'
import type { Flags } from './create-flags.ts'
import type { FlagInit, FlagSubject } from './flag.ts'

/**
 * The flag that moves clients to another contract, for `defineFlags({ ...contractFlag, … })`.
 *
 * @example
 *   const flags = createFlags(defineFlags({ ...contractFlag }))
 *   flags.isOn('response_contract_v2') // → false
 */
export const contractFlag = Object.freeze({
  response_contract_v2: Object.freeze({
    summary: 'Answers in the response-v2 contract, unless the call asks for another.',
    state: 'beta',
    owner: 'the operator of this server',
    default: false,
  }),
}) satisfies Readonly<Record<string, FlagInit>>

/**
 * Returns a function that chooses a contract by that flag, for `contractFor` of a server.
 *
 * @example
 *   import { dtpr, responseV2 } from 'toolaccord/contracts'
 *
 *   const flags = createFlags(defineFlags({ ...contractFlag }))
 *   const server = defineServer({
 *     name: 'notes',
 *     version: '1.0.0',
 *     flags,
 *     contractFor: contractByFlag(flags, { on: responseV2, off: dtpr }),
 *     tools: [],
 *   })
 */
export function contractByFlag(
  flags: Pick<Flags<keyof typeof contractFlag>, 'isOn'>,
  contracts: { readonly on: Contract; readonly off: Contract },
): (subject: FlagSubject) => Contract {
  return (subject) => (flags.isOn('response_contract_v2', subject) ? contracts.on : contracts.off)
}
