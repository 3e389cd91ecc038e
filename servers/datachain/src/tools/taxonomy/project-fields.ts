/** Some members of an item, its id always among them; members that it does not have are left out. */
export function projectFields<
  Item extends { readonly id: string },
  Name extends Extract<keyof Item, string>,
>(item: Item, fields: readonly Name[] | 'all'): Pick<Item, Name | 'id'> {
  if (fields === 'all') return item
  const names = new Set<string>(['id', ...fields])
  // The cast holds because only members that were not asked for are left out.
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))) as Pick<
    Item,
    Name | 'id'
  >
}
