/** The argument of a prompt that takes a datachain. */
export const datachainArgument = {
  summary: 'The datachain, as JSON or YAML',
  required: true,
} as const
