import { toMcpName } from '../../../define/tool-names.ts'

/** The names of the four tools that stand for all others, without a prefix. */
export const bareGateNames = {
  search: 'search_tools',
  describe: 'describe_tools',
  read: 'call_read_tool',
  write: 'call_write_tool',
} as const

/** The names of the four tools as a client sees them. */
export type GateNames = Readonly<Record<keyof typeof bareGateNames, string>>

/** The names of the four tools on a server with a prefix. */
export const toGateNames = (prefix: string): GateNames => ({
  search: toMcpName(bareGateNames.search, prefix),
  describe: toMcpName(bareGateNames.describe, prefix),
  read: toMcpName(bareGateNames.read, prefix),
  write: toMcpName(bareGateNames.write, prefix),
})
