/** An object of JSON whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object of JSON, and not for an array or null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
