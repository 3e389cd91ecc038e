/** True for a string with more than spaces. */
export const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''
