import * as z from 'zod'

// Only what tells one answer from another is spelt out: the forms are in schema_json, and repeating them in every tool would fill an agent's memory.
export const versionName = z.string().describe('The version that was read, by its own name')
export const element = z
  .looseObject({ id: z.string() })
  .describe('An element, or the members of it that were asked for; its form is schema_json.element')
export const category = z
  .looseObject({ id: z.string() })
  .describe('A category; its form is schema_json.category')

/** A finding that does not make a datachain invalid. */
export const warning = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string(),
  fix_hint: z.string(),
})
