/**
 * True if a letter belongs to a script that is written without blanks, or with affixes that no
 * stemmer here knows. Such scripts are read as n-grams.
 */
export function isNgramLetter(unit: number): boolean {
  if (unit < 0x0e00) return false
  return (
    unit <= 0x0eff || // Thai, Lao
    (unit >= 0x1000 && unit <= 0x109f) || // Myanmar
    (unit >= 0x1780 && unit <= 0x17ff) || // Khmer
    (unit >= 0x3040 && unit <= 0x30ff) || // Hiragana, Katakana
    (unit >= 0x31f0 && unit <= 0x31ff) || // More Katakana
    (unit >= 0x3400 && unit <= 0x9fff) || // Han
    (unit >= 0xac00 && unit <= 0xd7af) || // Hangul
    (unit >= 0xd840 && unit <= 0xdfff) || // Han beyond the first plane
    (unit >= 0xf900 && unit <= 0xfaff) || // Han for compatibility
    (unit >= 0xff66 && unit <= 0xff9f) // Katakana of half width
  )
}

/** Returns how many letters make one term: two, or three in scripts whose letters say less. */
export const ngramSize = (unit: number): number => (unit < 0x1800 ? 3 : 2)
