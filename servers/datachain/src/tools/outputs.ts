import * as z from 'zod'

/**
 * The parts that several answers have. Elements and categories are not spelt out: their schemas are
 * in schema_json, and would fill an agent's memory if every tool repeated them.
 */
export const outputs = {
  versionName: z.string().describe('The version that was read, by its own name'),

  element: z
    .looseObject({ id: z.string() })
    .describe(
      'An element, or the properties of it that were asked for; its form is schema_json.element',
    ),

  category: z
    .looseObject({ id: z.string() })
    .describe('A category; its form is schema_json.category'),

  /** A finding that does not make a datachain invalid. */
  warning: z.object({
    code: z.string(),
    message: z.string(),
    path: z.string(),
    fix_hint: z.string(),
  }),
} as const
