import { isRecord } from '../../json/json.ts'
import { scanTokens } from '../tokens/estimate-tokens.ts'
import type { AllowedChanges } from './allowed-changes.ts'
import { isWorthCutting, markerTokens } from './cut-text.ts'
import type { FixedPart, Part, PlannedArray, PropertyPart } from './part.ts'
import type { WholePaths } from './whole-paths.ts'

/** The tokens of the brackets around an array or object. */
const bracketTokens = 1
/** The tokens of the punctuation around a property and its name. */
const propertyTokens = 2
/** The tokens between two items of an array. */
export const separatorTokens = 1

/** What a plan names inside of an answer. */
export interface PlannedNames {
  /** The arrays whose items may go. */
  readonly arrays: ReadonlyMap<unknown, PlannedArray>
  /** The paths of what is there whole or not at all. */
  readonly whole?: WholePaths | undefined
}

/** The items of a long array, measured for what is allowed there. */
interface MeasuredItems {
  readonly allowed: AllowedChanges
  readonly items: readonly Part[]
}

/** Arrays with more items are measured in steps. */
const longArray = 256
/** So many tokens are measured in one step: about half a millisecond's work. */
const stepTokens = 16_384
/** Long arrays are looked for this deep, in objects with no more properties than that. */
const spine = { depth: 4, properties: 64 }

/** Measures a value and everything in it, from the leaves up. */
export function measureParts(
  value: unknown,
  allowed: AllowedChanges,
  planned?: PlannedNames,
): Part {
  const steps = measureInSteps(value, allowed, planned)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Does the same, and stops now and then while it measures the items of long arrays. */
export function* measureInSteps(
  value: unknown,
  allowed: AllowedChanges,
  planned: PlannedNames = { arrays: new Map() },
): Generator<void, Part> {
  // The same names come again and again.
  const nameTokens = new Map<string, number>()
  /** Grows with each part that the plan names, so that a caller sees if one was inside. */
  let plannedSoFar = 0
  /** How many planned arrays are around the value. */
  let plannedAround = 0
  /** Long arrays whose items were measured before the rest. */
  const ahead = new Map<unknown, MeasuredItems>()
  // What a plan names inside of items depends on what is around it.
  const isPlain = planned.whole === undefined && !hasNested(planned)
  if (isPlain) yield* measureAhead(value, allowed, spine.depth)
  return measure(value, allowed, planned.whole)

  function* measureAhead(
    value: unknown,
    bySchema: AllowedChanges,
    depth: number,
  ): Generator<void, void> {
    if (typeof value !== 'object' || value === null) return
    const allowed = bySchema.forValue(value)
    if (allowed.isFixed) return
    if (Array.isArray(value)) {
      if (value.length > longArray) yield* measureItems(value, allowed)
    } else if (depth > 0 && isRecord(value)) {
      const names = Object.keys(value)
      if (names.length > spine.properties) return
      for (const name of names)
        yield* measureAhead(value[name], allowed.ofProperty(name), depth - 1)
    }
  }

  function* measureItems(
    value: readonly unknown[],
    allowed: AllowedChanges,
  ): Generator<void, void> {
    const items: Part[] = []
    let tokens = 0
    for (const [index, item] of value.entries()) {
      const part = measure(item, allowed.ofItem(index))
      items.push(part)
      tokens += part.tokens
      if (tokens < stepTokens) continue
      tokens = 0
      yield
    }
    ahead.set(value, { allowed, items })
  }

  function measure(value: unknown, bySchema: AllowedChanges, whole?: WholePaths): Part {
    const leafTokens = tokensOfLeaf(value)
    if (leafTokens !== undefined) return fixed(value, leafTokens)
    if (whole?.isWhole === true) return fixed(value, tokensOf(JSON.stringify(value)))
    const allowed = bySchema.forValue(value)
    if (typeof value === 'string') return measureString(value, allowed)
    if (allowed.isFixed) return fixed(value, tokensOf(JSON.stringify(value)))
    if (isRecord(value)) return measureObject(value, allowed, whole)
    // The cast says what is left: an object that is not a record is an array.
    return measureArray(value as readonly unknown[], allowed, whole)
  }

  function measureArray(
    value: readonly unknown[],
    allowed: AllowedChanges,
    whole: WholePaths | undefined,
  ): Part {
    const plannedBefore = plannedSoFar
    const plan = planned.arrays.get(value)
    if (plan !== undefined) plannedAround++
    const known = ahead.get(value)
    const items =
      known?.allowed === allowed
        ? known.items
        : value.map((item, index) => measure(item, allowed.ofItem(index), whole))
    if (plan !== undefined) plannedAround--
    const holdsPlanned = plannedSoFar > plannedBefore
    const mayDrop = allowed.mayDropItems && !holdsPlanned
    const minItems = mayDrop ? Math.min(allowed.minItems, value.length) : value.length
    if (plan === undefined) return toArrayPart(value, items, minItems, { allowed, holdsPlanned })
    plannedSoFar++
    const size = { tokens: bracketTokens, minTokens: bracketTokens }
    return { kind: 'planned', value, ...size, items, minItems, allowed, ...plan }
  }

  function measureObject(
    value: Readonly<Record<string, unknown>>,
    allowed: AllowedChanges,
    whole: WholePaths | undefined,
  ): Part {
    const properties: PropertyPart[] = []
    const wholes: PropertyPart[] = []
    const plannedBefore = plannedSoFar
    let tokens = bracketTokens
    let minTokens = bracketTokens
    for (const name in value) {
      const given = value[name]
      if (given === undefined) continue
      const frameTokens = propertyTokens + tokensOfName(name)
      const isNamed = allowed.names(name)
      const below = whole?.below.get(name)
      const isWhole = below?.isWhole === true && !allowed.needs(name)
      if (isWhole && plannedAround === 0) {
        const part = measure(given, allowed.ofProperty(name), below)
        wholes.push({ name, part, frameTokens, mayDrop: true })
        plannedSoFar++
        continue
      }
      const leafTokens = isNamed && !isWhole ? tokensOfLeaf(given) : undefined
      if (leafTokens !== undefined) {
        tokens += frameTokens + leafTokens
        minTokens += frameTokens + leafTokens
        continue
      }
      const plannedHere = plannedSoFar
      const part = measure(given, allowed.ofProperty(name), below)
      const isUnnamed = !isNamed && !allowed.needs(name) && plannedSoFar === plannedHere
      const mayDrop = isWhole || isUnnamed
      tokens += frameTokens + part.tokens
      if (!mayDrop) minTokens += frameTokens + part.minTokens
      if (mayDrop || part.kind !== 'fixed') properties.push({ name, part, frameTokens, mayDrop })
    }
    if (properties.length === 0 && wholes.length === 0) return fixed(value, tokens)
    const holdsPlanned = plannedSoFar > plannedBefore
    return { kind: 'object', value, tokens, minTokens, properties, wholes, holdsPlanned }
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

/** True if a plan names arrays inside of the items of arrays. */
const hasNested = ({ arrays }: PlannedNames): boolean =>
  [...arrays.values()].some(({ path }) => path.some((key) => typeof key === 'number'))

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
