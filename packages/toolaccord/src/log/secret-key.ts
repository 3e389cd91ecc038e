/** Parts of names of secrets, whatever is around them, in lower case and without separators. */
const secretParts =
  /pass(?:word|wd|phrase)|secret|(?:api|access|private|signing|encryption)key|authorization|credential|cookie/
const secretNames: ReadonlySet<string> = new Set([
  'auth',
  'pass',
  'pwd',
  'jwt',
  'otp',
  'sid',
  'bearer',
])
/**
 * Names of secrets that are also names of things one counts: `max_tokens` is 500, `session_timeout`
 * is 30.
 */
const countedParts = ['token', 'session']

/** True if the value of a key is a secret; case and separators of the key do not matter. */
export function isSecretKey(key: string, value: unknown): boolean {
  const name = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (secretParts.test(name) || secretNames.has(name)) return true
  return countedParts.some(
    (part) => name.endsWith(part) || (typeof value !== 'number' && name.includes(part)),
  )
}

/** True if a key is the name of a header whose whole line is a secret. */
export const isSecretHeader = (key: string): boolean => /authorization$|cookie$/i.test(key)
