/** What the contract allows in a payload; lengths count code points. */
export const payloadLimits = Object.freeze({
  summaryChars: 2_000,
  keyPoints: 10,
  keyPointChars: 500,
  snippets: 10,
  snippetChars: 500,
})

/** How much of each part a digest may hold; none may go over the contract. */
export type PayloadLimits = Readonly<Record<keyof typeof payloadLimits, number>>

/** How much a document may ask for. */
export interface DocumentLimits {
  /** Of the source as it arrives, and of its text. Default: 10 MB. */
  readonly maxBytes: number
  /** Default: 500. */
  readonly maxPages: number
  /** What one packed stream of a PDF may unpack to. Default: 64 MB. */
  readonly maxUnpackedBytes: number
  /** How long the work may take. Default: 30 seconds. */
  readonly maxMs: number
}

export const documentLimits: DocumentLimits = Object.freeze({
  maxBytes: 10 * 1024 * 1024,
  maxPages: 500,
  maxUnpackedBytes: 64 * 1024 * 1024,
  maxMs: 30_000,
})

/** The contract's limits with the caller's lower ones; throws with every fault named. */
export function toPayloadLimits(given: Partial<PayloadLimits>): PayloadLimits {
  const limits = withDefaults(payloadLimits, given)
  const faults = (Object.keys(payloadLimits) as (keyof PayloadLimits)[]) // Object.keys gives exactly the keys of the constant.
    .filter(
      (name) =>
        !Number.isInteger(limits[name]) || limits[name] < 1 || limits[name] > payloadLimits[name],
    )
    .map(
      (name) => `${name} is ${limits[name]}, not a whole number from 1 to ${payloadLimits[name]}`,
    )
  return refuse(faults) ?? limits
}

/** The default limits with the caller's; throws with every fault named. */
export function toDocumentLimits(given: Partial<DocumentLimits> = {}): DocumentLimits {
  const limits = withDefaults(documentLimits, given)
  const faults = Object.entries(limits)
    .filter(([, value]) => !(value > 0))
    .map(([name, value]) => `${name} is ${value}, not a number above 0`)
  return refuse(faults) ?? limits
}

/** The members that the defaults name; one that is undefined counts as absent. */
function withDefaults<T extends object>(defaults: T, given: Partial<T>): T {
  const limits = { ...defaults }
  for (const name in defaults) limits[name] = given[name] ?? defaults[name]
  return limits
}

function refuse(faults: readonly string[]): undefined {
  if (faults.length > 0) throw new TypeError(`These limits cannot work: ${faults.join('; ')}.`)
}
