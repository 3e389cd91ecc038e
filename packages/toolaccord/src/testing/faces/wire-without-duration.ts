import type { Envelope } from '../../contracts/contract/contract-init.ts'
import type { Wire } from '../../contracts/contract/contract.ts'
import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'

/** Returns what came over a wire without the time that the tool ran. */
export function wireWithoutDuration({ body, overflow }: Wire): Wire {
  const bare = { body: bodyWithoutDuration(body) }
  if (overflow === undefined) return bare
  const timing = overflow.notes?.timing
  if (!isRecord(timing)) return { ...bare, overflow }
  // The cast restores the numbers that are left.
  const others = withoutDuration(timing) as Record<string, number> | undefined
  const notes = compactUnlessEmpty({ ...overflow.notes, timing: others })
  const rest = compactUnlessEmpty({ ...overflow, notes })
  return rest === undefined ? bare : { ...bare, overflow: rest }
}

function bodyWithoutDuration(body: Envelope): Envelope {
  const { meta } = body
  if (!isRecord(meta) || !isRecord(meta.telemetry)) return body
  return { ...body, meta: compact({ ...meta, telemetry: withoutDuration(meta.telemetry) }) }
}

const withoutDuration = (metrics: Readonly<Record<string, unknown>>) =>
  compactUnlessEmpty(without(metrics, ['duration_ms']))
