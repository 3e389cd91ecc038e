type Section = 'schemas' | 'responses' | 'parameters' | 'headers'

/** The place of a component in the document. */
export const componentRef = (section: Section, name: string): string =>
  `#/components/${section}/${name}`

/** A reference to a component. */
export const toRef = (section: Section, name: string): { readonly $ref: string } => ({
  $ref: componentRef(section, name),
})

/**
 * Words as the name of one component, which may hold only letters, digits, '.', '-' and '_'. The
 * dots separate the words.
 */
export const componentName = (...words: readonly string[]): string => words.map(toWord).join('.')

const toWord = (word: string): string =>
  word.replaceAll(/[^\w-]/gu, (character) => `-${character.codePointAt(0)}-`)

/** The first of some names that is not taken, else the last one with a number. */
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
