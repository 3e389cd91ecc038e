/** The names that every line has; a field of such a name must not pass for the line's own. */
const ownNames: ReadonlySet<string> = new Set(['level', 'time', 'message'])

/** Renames the fields of an entry that have a name of the line itself. */
export function renameOwn(fields: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(fields)
  if (!names.some((name) => ownNames.has(name))) return fields
  const rename = (name: string) => (ownNames.has(name) ? `${name}_` : name)
  return Object.fromEntries(names.map((name) => [rename(name), fields[name]]))
}
