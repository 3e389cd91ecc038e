type Section = 'schemas' | 'responses' | 'parameters' | 'headers'

/** Where a document holds a component. */
export const componentRef = (section: Section, name: string): string =>
  `#/components/${section}/${name}`

/** A reference to a component, to stand in its place. */
export const toRef = (section: Section, name: string): { readonly $ref: string } => ({
  $ref: componentRef(section, name),
})

/**
 * Words as one name of a component, which may hold only letters, digits, '.', '-' and '_'; the dots
 * tell the words apart.
 */
export const componentName = (...words: readonly string[]): string =>
  words
    .map((word) => word.replaceAll(/[^\w-]/gu, (character) => `-${character.codePointAt(0)}-`))
    .join('.')

/** The first of some names that is not taken, or else the last one with a number. */
export function freeName(
  names: readonly [string, ...string[]],
  isTaken: (name: string) => boolean,
): string {
  const free = names.find((name) => !isTaken(name))
  if (free !== undefined) return free
  const last = names.at(-1)
  let number = 2
  while (isTaken(`${last}-${number}`)) number++
  return `${last}-${number}`
}
