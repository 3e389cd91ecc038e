/** True if a call of the file system failed with one of these codes. */
export const failedWith = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))
