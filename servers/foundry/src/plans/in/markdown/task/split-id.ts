/** A title, and what stands in front of it as an id. */
export interface SplitTitle {
  /** An id that somebody chose, such as `T012` or `BACK-4.1`. */
  readonly code?: string | undefined
  /** A number such as `2.1`, without its last point. */
  readonly ordinal?: string | undefined
  readonly text: string
}

/** Between an id and a title. */
const gap = String.raw`(?:\*\*|__|\x60)?\s*(?:[:.)–—]|-(?=\s))?\s*(?:\*\*|__)?\s+`
const open = String.raw`^(?:\*\*|__)?`

/** Ids in code marks: these are what exports of this server write. */
const marked = /^`([A-Za-z][\w.]*-?[\w.-]*\d[\w.-]*|[a-z]+-[\w-]+)`\s+(?=\S)/
const known = new RegExp(
  `${open}\\[?((?:T|TASK|STORY|ISSUE|BUG|REQ|WP|STEP)-?\\d+(?:[.-][A-Za-z]*-?\\d+)*[a-z]?)\\]?${gap}`,
)
/** Any prefix counts if a colon says that it is an id. */
const coded = /^(?:\*\*)?\[?([A-Z][A-Z0-9]{1,9}-\d+(?:\.\d+)*)\]?(?:\*\*)?:(?:\*\*)?\s+/
const placeholder = /^(?:\*\*)?(T[XN]{3})(?:\*\*)?:?\s+/
const dotted = new RegExp(`${open}(\\d+(?:\\.\\d+)+)${gap}`)
const single = /^(?:\*\*)?(\d{1,4})[.)](?:\*\*)?\s+/
const worded =
  /^(?:\*\*)?(?:task|step|story|item)\s+#?(\d+(?:\.\d+)*)\s*(?:\*\*)?(?:[:.)–—]|-(?=\s)|$)\s*/i

/** A number without a point, where every title has a number. */
const bare = /^(\d{1,3})\s+(?=\S)/

/** Takes the id off the front of a title. */
export function splitId(text: string, hasOrdinals = false): SplitTitle {
  for (const pattern of [marked, known, coded]) {
    const found = pattern.exec(text)
    if (found) return { code: found[1], text: restOf(text, found[0]) }
  }
  const sample = placeholder.exec(text)
  if (sample) return { text: restOf(text, sample[0]) }
  const ordinals = [dotted, single, worded]
  for (const pattern of hasOrdinals ? [...ordinals, bare] : ordinals) {
    const found = pattern.exec(text)
    if (found) return { ordinal: found[1], text: restOf(text, found[0]) }
  }
  return { text }
}

/** What is left; a bold that began before the id ends with the title. */
function restOf(text: string, taken: string): string {
  const rest = text.slice(taken.length)
  const isOpen = (taken.match(/\*\*/g) ?? []).length % 2 === 1
  return isOpen ? rest.replace('**', '') : rest
}
