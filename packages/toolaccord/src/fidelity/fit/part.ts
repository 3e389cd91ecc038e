import type { ItemPlan } from '../../define/fidelity-plan.ts'
import type { AllowedChanges } from './allowed-changes.ts'

/**
 * A measured value of the answer. `tokens` is its size as it is. `minTokens` is its size after
 * everything is gone that the schema lets go. Both are estimates with fractions.
 */
export type Part = FixedPart | StringPart | ArrayPart | ObjectPart | PlannedPart

interface Measured<Value> {
  readonly value: Value
  readonly tokens: number
  readonly minTokens: number
}

/** A value that stays as it is. */
export interface FixedPart extends Measured<unknown> {
  readonly kind: 'fixed'
}

/** A string that can be cut. */
export interface StringPart extends Measured<string> {
  readonly kind: 'string'
  /** How many characters must stay. */
  readonly minLength: number
}

/** An array without a plan: it can lose its end, and its items can shrink. */
export interface ArrayPart extends Measured<readonly unknown[]> {
  readonly kind: 'array'
  readonly items: readonly Part[]
  /** How many items must stay. */
  readonly minItems: number
  /** True if there is a planned array or a whole property inside. */
  readonly holdsPlanned: boolean
}

/** An object: its properties can shrink, and some can go. */
export interface ObjectPart extends Measured<Readonly<Record<string, unknown>>> {
  readonly kind: 'object'
  /** The properties that may change or go; the others are in the tokens only. */
  readonly properties: readonly PropertyPart[]
  /** The properties that are there whole or not at all; they are not in the tokens. */
  readonly wholes: readonly PropertyPart[]
  /** True if there is a planned array or a whole property inside. */
  readonly holdsPlanned: boolean
}

/** A property of an object that may change or go. */
export interface PropertyPart {
  readonly name: string
  readonly part: Part
  /** The tokens of the name and the punctuation around it. */
  readonly frameTokens: number
  /**
   * True if the property may be left out when nothing else helps: one of many whose names the
   * schema does not know, or one of an item that is there whole or not at all.
   */
  readonly mayDrop: boolean
}

/**
 * An array that the fidelity plan of its tool names. The plan decides which of its items stay, so
 * their tokens are not part of its own.
 */
export interface PlannedPart extends Measured<readonly unknown[]>, PlannedArray {
  readonly kind: 'planned'
  readonly items: readonly Part[]
  /** How many items must stay. */
  readonly minItems: number
  readonly allowed: AllowedChanges
}

/** The plan of an array, and the path of the array in the answer. */
export interface PlannedArray {
  readonly plan: ItemPlan<never>
  readonly path: readonly PropertyKey[]
}
