import { clip } from './json.ts'

/**
 * Returns what is wrong with a value that must be a whole number of a range; empty if nothing is.
 */
export function wholeFaults(where: string, value: unknown, low: number, high: number): string[] {
  if (Number.isInteger(value) && Number(value) >= low && Number(value) <= high) return []
  return [`${where}: ${clip(String(value))} is not a whole number from ${low} to ${high}`]
}
