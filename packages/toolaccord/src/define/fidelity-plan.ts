/** The parts of a tool's answer that may be condensed or left out. */
export interface FidelityPlan {
  readonly items: readonly ItemPlan<never>[]
  /** The paths of what is in the answer unchanged or not at all. */
  readonly whole?: readonly string[] | undefined
}

/**
 * An array of the answer whose items may be condensed or left out. Its functions must not throw.
 */
export interface ItemPlan<Item = unknown> {
  /**
   * The place of the array, as `findings` or `report.findings`. An array on the way means each of
   * its items.
   */
  readonly path: string
  /** The property that holds an item's id, or a function that returns it. */
  readonly id: string | ((item: Item) => string)
  /** Items of a higher priority stay longer; of equals the first stay. Default: all are equal. */
  readonly priority?: ((item: Item) => number) | undefined
  /** True if an item is never left out; it may still be condensed. Default: false. */
  readonly protected?: ((item: Item) => boolean) | undefined
  /**
   * Returns the item in a few words, still matching the output schema. Default: its longest strings
   * and arrays are shortened.
   */
  readonly summarise?: ((item: Item) => unknown) | undefined
  /**
   * How many items must be left; with fewer, the answer goes to the next level. Default: 0, but
   * some item of some array must be left.
   */
  readonly atLeast?: number | undefined
}

/** A plan for the array at one path: its id is a property that the items have. */
interface PlanAt<Path extends string, Item> extends Omit<ItemPlan<Item>, 'path' | 'id'> {
  readonly path: Path
  readonly id: (Item extends object ? keyof Item & string : never) | ((item: Item) => string)
}

/** How answers of a tool are made to fit; `Data` says which arrays there are. */
export interface ToolFidelity<Data> {
  /** Tokens for an answer of this tool. Default: those of the server. */
  readonly budget?: number | undefined
  /**
   * The lists whose items give way first. Default: none, and the longest texts and lists are
   * shortened.
   */
  readonly items?: readonly PlanOf<Data>[] | undefined
  /**
   * The paths of what means something only if it is complete, such as a schema or a document to be
   * stored, as `report.document`. It is in the answer unchanged, or it is left out and its path is
   * among the dropped ids; nothing inside is ever shortened. Each is optional in the output schema.
   * `''` is all of the data: an answer over its budget is then refused, with the hash to fetch it.
   */
  readonly whole?: readonly ('' | WholeIn<Data>)[] | undefined
}

/** The paths of all properties of an answer that may be left out. */
type WholeIn<
  Data,
  Path extends string = '',
  Depth extends readonly unknown[] = [],
> = Depth['length'] extends 5
  ? never
  : Data extends readonly (infer Item)[]
    ? WholeIn<Item, Path, [...Depth, 0]>
    : Data extends object
      ? {
          [Name in keyof Data & string]-?:
            | (undefined extends Data[Name] ? Joined<Path, Name> : never)
            | WholeIn<NonNullable<Data[Name]>, Joined<Path, Name>, [...Depth, 0]>
        }[keyof Data & string]
      : never

type Joined<Path extends string, Name extends string> = Path extends '' ? Name : `${Path}.${Name}`

/** A plan for any list of an answer: the path says which, and so what its items are. */
type PlanOf<
  Data,
  Path extends string = '',
  Depth extends readonly unknown[] = [],
> = Depth['length'] extends 5
  ? never
  : Data extends readonly (infer Item)[]
    ? PlanAt<Path, Item> | PlanOf<Item, Path, [...Depth, 0]>
    : Data extends object
      ? {
          [Name in keyof Data & string]: PlanOf<
            NonNullable<Data[Name]>,
            Joined<Path, Name>,
            [...Depth, 0]
          >
        }[keyof Data & string]
      : never
