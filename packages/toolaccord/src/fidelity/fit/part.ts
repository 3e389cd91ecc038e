import type { ItemPlan } from '../../define/fidelity-plan.ts'
import type { Room } from './room.ts'

/**
 * A value with its tokens: as it is, and as small as its schema lets it be. They are estimates with
 * fractions.
 */
export type Part = FixedPart | TextPart | ListPart | RecordPart | ItemsPart

interface Sized<Value> {
  readonly value: Value
  readonly tokens: number
  readonly least: number
}

/** What cannot give way. */
export interface FixedPart extends Sized<unknown> {
  readonly kind: 'fixed'
}

export interface TextPart extends Sized<string> {
  readonly kind: 'text'
  readonly minLength: number
}

export interface ListPart extends Sized<readonly unknown[]> {
  readonly kind: 'list'
  readonly items: readonly Part[]
  /** How many items must stay. */
  readonly fewest: number
  /** Whether a planned list is inside. */
  readonly holdsItems: boolean
}

export interface RecordPart extends Sized<Readonly<Record<string, unknown>>> {
  readonly kind: 'record'
  /** The members that may change or go; the others are in the tokens only. */
  readonly members: readonly Member[]
  readonly holdsItems: boolean
}

export interface Member {
  readonly name: string
  readonly part: Part
  /** The tokens of the name and of what stands around it and the value. */
  readonly frame: number
  /**
   * Whether it may be left out when nothing else helps: one of many whose names the schema does not
   * know.
   */
  readonly mayGo: boolean
}

/**
 * A list that has a plan. The tokens of its items are not in its own, because the plan decides
 * which of them stay.
 */
export interface ItemsPart extends Sized<readonly unknown[]>, PlannedList {
  readonly kind: 'items'
  readonly items: readonly Part[]
  readonly fewest: number
  readonly room: Room
}

export interface PlannedList {
  readonly plan: ItemPlan<never>
  readonly path: readonly PropertyKey[]
}
