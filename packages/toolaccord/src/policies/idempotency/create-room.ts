const maxOutcomes = 10_000
const maxCharacters = 33_554_432

/** The room that this process has for outcomes that their store does not take. */
export interface Room {
  /** Takes room for so many characters; false if there is none. */
  take(characters: number): boolean
  give(characters: number): void
}

/** Creates room for ten thousand outcomes with 32 million characters in all. */
export function createRoom(): Room {
  let outcomes = 0
  let used = 0
  return {
    take(characters) {
      if (outcomes >= maxOutcomes || used + characters > maxCharacters) return false
      outcomes++
      used += characters
      return true
    },
    give(characters) {
      outcomes--
      used -= characters
    },
  }
}
