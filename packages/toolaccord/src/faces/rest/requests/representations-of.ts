import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'

/** One form that an answer can have. */
export interface Representation {
  readonly contract: Contract
  readonly mediaType: string
}

/** What a server offers, the default first. */
export type Offered = readonly [Representation, ...Representation[]]

/** Plain JSON in a server's own dialect, then every dialect under its vendor type. */
export function representationsOf(own: Contract): Offered {
  const others = [...dialects.values()].filter(({ name }) => name !== own.name)
  const named = [own, ...others].map((contract) => ({
    contract,
    mediaType: `application/vnd.toolaccord.${contract.name}+json`,
  }))
  return [{ contract: own, mediaType: 'application/json' }, ...named]
}
