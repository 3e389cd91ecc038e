/** Picks some properties of an item, and always its id; missing ones are left out. */
export function projectFields<
  Item extends { readonly id: string },
  Name extends Extract<keyof Item, string>,
>(item: Item, fields: readonly Name[] | 'all'): Pick<Item, Name | 'id'> {
  if (fields === 'all') return item
  const names = new Set<string>(['id', ...fields])
  const kept = Object.entries(item).filter(([name]) => names.has(name))
  // The cast holds because only properties that were not asked for are left out.
  return Object.fromEntries(kept) as Pick<Item, Name | 'id'>
}
