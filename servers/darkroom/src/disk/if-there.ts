/** True if an error of the file system has one of these codes. */
export const failedWith = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

/** Returns the result of a promise, or undefined if its file or folder does not or cannot exist. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return undefined
    throw thrown
  }
}
