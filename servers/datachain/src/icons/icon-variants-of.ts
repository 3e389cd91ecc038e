import type { Context } from '../model/index.ts'

/** The icon variants of an element: default, dark, then each context value and its dark form. */
export const iconVariantsOf = (context: Context | undefined): readonly string[] => [
  'default',
  'dark',
  ...(context?.values ?? []).flatMap(({ id }) => [id, `${id}.dark`]),
]
