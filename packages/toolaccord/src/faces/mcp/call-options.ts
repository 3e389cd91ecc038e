import type { CallOptions, Client } from '../../call.ts'
import type { Contract } from '../../contracts/contract.ts'
import { dialects } from '../../contracts/dialects.ts'
import { isRecord } from '../../json.ts'
import { safeId } from '../request-id.ts'
import { dialectKey, requestIdKey } from './protocol.ts'

/** Who calls, from a `clientInfo` of either era; undefined when it says nothing usable. */
export function toClient(info: unknown): Client | undefined {
  if (!isRecord(info) || typeof info.name !== 'string') return undefined
  return typeof info.version === 'string' ? { name: info.name, version: info.version } : { name: info.name }
}

/** The contract that a request asks for in its `_meta`, else the server's own. */
export function contractFor(meta: unknown, own: Contract): Contract {
  const asked = isRecord(meta) ? meta[dialectKey] : undefined
  return (typeof asked === 'string' ? dialects.get(asked) : undefined) ?? own
}

/** Options of a call that came in over MCP. */
export function callOptions(meta: unknown, client: Client | undefined, signal: CallOptions['signal']): CallOptions {
  return { face: 'mcp', id: isRecord(meta) ? safeId(meta[requestIdKey]) : undefined, client, signal }
}
