/** How many ids a range such as `T004-T007` may have. */
const longestRange = 200

const range = /\b([A-Za-z]+-?)(\d+)\s*(?:-|–|—|to|through|\.\.)\s*(?:\1)?(\d+)\b/g

/** Writes ranges out: `T004-T006` becomes `T004, T005, T006`. */
function withoutRanges(text: string): string {
  return text.replaceAll(range, (whole, prefix: string, from: string, to: string) => {
    const count = Number(to) - Number(from) + 1
    const isRange = count > 0 && count <= longestRange && /[A-Za-z]$/.test(prefix)
    if (!isRange) return whole
    const ids = Array.from({ length: count }, (_, index) =>
      String(Number(from) + index).padStart(from.length, '0'),
    )
    return ids.map((id) => `${prefix}${id}`).join(', ')
  })
}

/** Returns the ids that a text names: in code marks, with a prefix, or bare numbers. */
export function idsIn(text: string): readonly string[] {
  const inCode = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, id]) => id ?? [])
  if (inCode.length > 0) return inCode
  const plain = withoutRanges(text)
  const found = plain.matchAll(/#?(?<![\w.])([A-Za-z]+-?\d[\w.-]*|\d+(?:\.\d+)*)(?![\w])/g)
  return [...found].flatMap(([, id]) => id?.replace(/[.-]+$/, '') ?? [])
}

/** Returns the ids after "depends on" in the middle of a sentence. */
export function dependenciesIn(text: string): readonly string[] {
  const id = String.raw`\x60?#?(?:[A-Za-z]+-?\d[\w.]*|\d+\.\d+)\x60?`
  const join = String.raw`(?:[\s,&+–-]|and\b|to\b)+`
  const phrase = new RegExp(
    `\\b(?:depends? on|blocked by|requires|needs|after)[:\\s]+(${id}(?:${join}${id})*)`,
    'gi',
  )
  return [...text.matchAll(phrase)].flatMap(([, ids]) => idsIn((ids ?? '').replaceAll('`', '')))
}

/** Returns the ids of requirements that a line names, such as `1.1`, `NFR-3` and `US1`. */
export const requirementIdsIn = (text: string): readonly string[] =>
  [...withoutRanges(text).matchAll(/(?<![\w.])(?:[A-Za-z]+[-_]?)?\d+(?:\.\d+)*/g)].map(([id]) => id)
