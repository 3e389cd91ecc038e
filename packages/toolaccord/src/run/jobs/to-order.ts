import type { LongInit } from '../../define/long-init.ts'
import type { CallRequest } from '../../define/policy.ts'
import type { AnyTool } from '../../define/tool.ts'
import { ownerOf } from '../../fidelity/owner-of.ts'
import type { JobHost } from '../../jobs/job-engine.ts'
import type { JobOrder } from '../../jobs/job.ts'
import { hashJson } from '../../json/hash-json.ts'
import { compact } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000
const usualRetries = 2

/** Returns the order of a call. */
export function toOrder(
  request: CallRequest,
  { server, version }: Pick<JobHost, 'server' | 'version'>,
  id: string,
): JobOrder {
  const { tool, args } = request
  const { maxMs = hourMs, keepMs = dayMs, retries = usualRetries, ...long } = longOf(tool)
  return compact({
    id,
    server,
    version,
    tool: tool.name,
    args,
    owner: ownerOf(request.caller),
    scopes: tool.scopes ?? [],
    context: toContext(request),
    maxMs,
    keepMs,
    retries,
    isRepeatable: long.repeatable ?? tool.effect === 'read',
    concurrency: long.concurrency,
    priority: long.priority ?? 'normal',
  })
}

/** What a long tool says about itself. */
export function longOf({ long }: AnyTool): LongInit {
  return long === undefined || long === true ? {} : long
}

/** Returns the id of the job of a call. A call under a key gets the same id again. */
export async function toJobId(request: CallRequest, server: string): Promise<string> {
  const { idempotencyKey: key, tool, caller } = request
  if (key === undefined) return crypto.randomUUID()
  return toHex(await hashJson([server, tool.name, ownerOf(caller), key])).slice(0, 32)
}

function toContext(request: CallRequest): JobOrder['context'] {
  const { id, face, client, caller, isLocal, traceparent, budget } = request
  const capabilities = request.unreachable === undefined ? request.capabilities : undefined
  return compact({ id, face, client, caller, isLocal, traceparent, budget, capabilities })
}
