import type { ServerInit } from '../compile/forms/server-init.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import type { AnyTool } from '../define/tool.ts'
import type { FlagSubject } from '../flags/flag.ts'
import type { Logger } from '../log/log.ts'

type AnyInit = ServerInit<readonly AnyTool[]>

/** The author's choice of a contract; if it throws, the answer has the contract of the server. */
export function toContractFor(
  own: NonNullable<AnyInit['contractFor']>,
  contract: Contract,
  log: Logger,
): (subject: FlagSubject) => Contract {
  return (subject) => {
    try {
      return own(subject)
    } catch (thrown) {
      log.error('contractFor threw', { thrown })
      return contract
    }
  }
}
