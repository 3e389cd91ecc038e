import { isRecord } from '../../json/json.ts'
import { scanTokens } from '../tokens/estimate-tokens.ts'
import type { AllowedChanges } from './allowed-changes.ts'
import { isWorthCutting, markerTokens } from './cut-text.ts'
import type { FixedPart, Part, PlannedArray, PropertyPart } from './part.ts'

/** The tokens of the brackets around an array or object. */
const bracketTokens = 1
/** The tokens of the punctuation around a property and its name. */
const propertyTokens = 2
/** The tokens between two items of an array. */
export const separatorTokens = 1

/**
 * Measures a value and everything in it, from the leaves up.
 *
 * @param planned The arrays inside that a plan names.
 */
export function measureParts(
  value: unknown,
  allowed: AllowedChanges,
  planned: ReadonlyMap<unknown, PlannedArray> = new Map(),
): Part {
  // The same names come again and again.
  const nameTokens = new Map<string, number>()
  /** Grows with each planned array, so that a caller sees if there was one inside of a value. */
  let plannedSoFar = 0
  return measure(value, allowed)

  function measure(value: unknown, bySchema: AllowedChanges): Part {
    const leafTokens = tokensOfLeaf(value)
    if (leafTokens !== undefined) return fixed(value, leafTokens)
    const allowed = bySchema.forValue(value)
    if (typeof value === 'string') return measureString(value, allowed)
    if (allowed.isFixed) return fixed(value, tokensOf(JSON.stringify(value)))
    if (isRecord(value)) return measureObject(value, allowed)
    // The cast says what is left: an object that is not a record is an array.
    return measureArray(value as readonly unknown[], allowed)
  }

  function measureArray(value: readonly unknown[], allowed: AllowedChanges): Part {
    const plannedBefore = plannedSoFar
    const items = value.map((item, index) => measure(item, allowed.ofItem(index)))
    const holdsPlanned = plannedSoFar > plannedBefore
    const mayDrop = allowed.mayDropItems && !holdsPlanned
    const minItems = mayDrop ? Math.min(allowed.minItems, value.length) : value.length
    const plan = planned.get(value)
    if (plan === undefined) return toArrayPart(value, items, minItems, { allowed, holdsPlanned })
    plannedSoFar++
    const size = { tokens: bracketTokens, minTokens: bracketTokens }
    return { kind: 'planned', value, ...size, items, minItems, allowed, ...plan }
  }

  function measureObject(value: Readonly<Record<string, unknown>>, allowed: AllowedChanges): Part {
    const properties: PropertyPart[] = []
    const plannedBefore = plannedSoFar
    let tokens = bracketTokens
    let minTokens = bracketTokens
    for (const name in value) {
      const given = value[name]
      if (given === undefined) continue
      const frameTokens = propertyTokens + tokensOfName(name)
      const isNamed = allowed.names(name)
      const leafTokens = isNamed ? tokensOfLeaf(given) : undefined
      if (leafTokens !== undefined) {
        tokens += frameTokens + leafTokens
        minTokens += frameTokens + leafTokens
        continue
      }
      const plannedHere = plannedSoFar
      const part = measure(given, allowed.ofProperty(name))
      const mayDrop = !isNamed && !allowed.needs(name) && plannedSoFar === plannedHere
      tokens += frameTokens + part.tokens
      if (!mayDrop) minTokens += frameTokens + part.minTokens
      if (mayDrop || part.kind !== 'fixed') properties.push({ name, part, frameTokens, mayDrop })
    }
    if (properties.length === 0) return fixed(value, tokens)
    const holdsPlanned = plannedSoFar > plannedBefore
    return { kind: 'object', value, tokens, minTokens, properties, holdsPlanned }
  }

  function tokensOfName(name: string): number {
    let tokens = nameTokens.get(name)
    if (tokens === undefined) {
      tokens = tokensOfString(name)
      nameTokens.set(name, tokens)
    }
    return tokens
  }
}

function toArrayPart(
  value: readonly unknown[],
  measured: readonly Part[],
  minItems: number,
  { allowed, holdsPlanned }: { readonly allowed: AllowedChanges; readonly holdsPlanned: boolean },
): Part {
  // Items that must differ could become equal if they were shortened.
  const items = allowed.isUnique ? measured.map((item) => fixed(item.value, item.tokens)) : measured
  let tokens = bracketTokens
  let minTokens = bracketTokens
  let index = 0
  for (const item of items) {
    tokens += item.tokens + separatorTokens
    if (index < minItems) minTokens += item.minTokens + separatorTokens
    index++
  }
  if (minTokens >= tokens && !holdsPlanned) return fixed(value, tokens)
  return { kind: 'array', value, tokens, minTokens, items, minItems, holdsPlanned }
}

function measureString(value: string, { isFixed, mayCutText, minLength }: AllowedChanges): Part {
  const tokens = tokensOfString(value)
  const minTokens = markerTokens + (tokens * minLength) / value.length
  const mayCut = !isFixed && mayCutText && isWorthCutting(value, minLength)
  if (!mayCut || minTokens >= tokens) return fixed(value, tokens)
  return { kind: 'string', value, tokens, minTokens, minLength }
}

const fixed = (value: unknown, tokens: number): FixedPart => ({
  kind: 'fixed',
  value,
  tokens,
  minTokens: tokens,
})

/** The tokens of a value that never changes, whatever the schema says; undefined for others. */
function tokensOfLeaf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    if (isWorthCutting(value, 0)) return undefined
    return tokensOfString(value)
  }
  if (typeof value === 'number') return tokensOfNumber(value)
  if (typeof value === 'object' && value !== null) return undefined
  return 1
}

/** Up to three digits are one token. */
function tokensOfNumber(value: number): number {
  if (!Number.isSafeInteger(value)) return tokensOf(String(value))
  const digits = Math.floor(Math.log10(Math.abs(value) || 1)) + 1
  const signTokens = value < 0 ? 1 : 0
  return signTokens + Math.ceil(digits / 3)
}

const escaped = /["\\\p{Cc}\p{Cs}]/u

/** The tokens of a string between its quotes in JSON. */
const tokensOfString = (text: string): number =>
  tokensOf(escaped.test(text) ? JSON.stringify(text).slice(1, -1) : text)

/** An estimate with fractions, so that sums are not rounded up at every leaf. */
function tokensOf(text: string): number {
  const scan = scanTokens(text)
  while (scan.at < text.length) scan.step()
  return scan.thirds / 3
}
