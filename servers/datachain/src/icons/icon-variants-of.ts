import type { Context } from '../model/index.ts'

/** The icon variants of an element: default, dark, then each context value and its dark form. */
export function iconVariantsOf(context: Context | undefined): readonly string[] {
  const variants = ['default', 'dark']
  for (const { id } of context?.values ?? []) variants.push(id, `${id}.dark`)
  return variants
}
