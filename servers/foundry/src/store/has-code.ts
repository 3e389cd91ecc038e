/** True if a thrown value is an error of the system with one of these codes. */
export const hasCode = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))
