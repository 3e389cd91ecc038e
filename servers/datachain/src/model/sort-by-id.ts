/** The items in the order of their ids. */
export const sortById = <Item extends { readonly id: string }>(
  items: readonly Item[],
): readonly Item[] => items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
