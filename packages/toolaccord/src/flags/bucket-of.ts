/**
 * Returns the place of a subject in the rollout of a flag, from 0 to below 100. It is the same in
 * every process, for ever, and another for each flag.
 */
export const bucketOf = (flag: string, key: string): number =>
  (mix(hash(`${flag}:${key}`)) / 2 ** 32) * 100

/** A client may give itself a name of any length. */
const maxLength = 1024

/** FNV-1a of 32 bits over the UTF-8 bytes of a string. */
function hash(text: string): number {
  let hashed = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text.slice(0, maxLength)))
    hashed = Math.imul(hashed ^ byte, 0x01000193)
  return hashed >>> 0
}

/** The last step of MurmurHash3; without it, keys that differ in their last letter are close. */
function mix(hashed: number): number {
  let mixed = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
