import { toLimits } from '../pace/to-limits.ts'

/** The largest payload that the contract allows; lengths count code points. */
export const payloadLimits = Object.freeze({
  summaryChars: 2_000,
  keyPoints: 10,
  keyPointChars: 500,
  snippets: 10,
  snippetChars: 500,
})

/** How much of each part a digest may have; none may be over the contract's limit. */
export type PayloadLimits = Readonly<Record<keyof typeof payloadLimits, number>>

/**
 * Returns the contract's limits with the caller's lower ones in their place. Throws a TypeError
 * that names every fault.
 */
export function toPayloadLimits(given: Partial<PayloadLimits>): PayloadLimits {
  return toLimits<keyof PayloadLimits>(payloadLimits, given, findFault)
}

function findFault(name: keyof PayloadLimits, value: number): string | undefined {
  const most = payloadLimits[name]
  if (Number.isInteger(value) && value >= 1 && value <= most) return undefined
  return `not a whole number from 1 to ${most}`
}
