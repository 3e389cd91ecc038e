import type { Contract } from '../../contracts/contract/contract.ts'
import type { FlagSubject } from '../../flags/flag.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { Server } from '../../server.ts'
import { negotiate } from './negotiate.ts'
import {
  type Offered,
  type Representation,
  representationsOf,
} from './requests/representations-of.ts'

/** The forms that answers of one server can have. */
export interface Representations {
  /** The form that a request asks for; throws a Refusal if the server has no such form. */
  choose(request: Request, subject: FlagSubject): Representation
  /** The form that a request asks for, else plain JSON: a refusal must have some form. */
  prefer(request: Request, subject: FlagSubject): Representation
}

/** Creates the representations of a server, made once per contract that it has for callers. */
export function createRepresentations(server: Server): Representations {
  const offers = new Map<Contract, Offered>()

  function offersFor(subject: FlagSubject): Offered {
    const contract = server.contractFor(subject)
    const offered = offers.get(contract) ?? representationsOf(contract)
    offers.set(contract, offered)
    return offered
  }

  return {
    choose(request, subject) {
      const offered = offersFor(subject)
      const chosen = negotiate(request.headers.get('accept'), offered)
      if (chosen !== undefined) return chosen
      const mediaTypes = offered.map(({ mediaType }) => mediaType).join(', ')
      throw new Refusal('not_acceptable', { hint: `Accept one of ${mediaTypes}.` })
    },
    prefer(request, subject) {
      const offered = offersFor(subject)
      return negotiate(request.headers.get('accept'), offered) ?? offered[0]
    },
  }
}
