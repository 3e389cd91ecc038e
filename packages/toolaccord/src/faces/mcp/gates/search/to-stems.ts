/** Words that say nothing about what a tool does. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can could do does for from has have how i if in into is it its ' +
    'me my of on one or our out please some that the their them then this to tool tools up us ' +
    'use using want was we what when where which who will with would you your need'
  ).split(' '),
)

/** Verbs of several words, and the verb of one word that tools are named after. */
const phrases: readonly (readonly [phrase: RegExp, verb: string])[] = [
  [/\blook(ing)? for\b/g, 'find'],
  [/\blook(ing)? up\b/g, 'lookup'],
  [/\b(get rid of|throw away|throw out|take (away|out|off))\b/g, 'delete'],
  [/\bset up\b/g, 'create'],
  [/\b(go|take|roll) back\b/g, 'undo'],
  [/\bturn on\b/g, 'enable'],
  [/\bturn off\b/g, 'disable'],
  [/\bhow (many|much)\b/g, 'count'],
  [/\b(are there|exist)\b/g, 'list'],
]

/** A Han character is a word; elsewhere letters and digits in a row are one. */
const wordPattern = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu

/** The stems of the words of a text, in order; words that say nothing are left out. */
export function toStems(text: string): readonly string[] {
  const words = splitCamelCase(text.normalize('NFKC')).toLowerCase().match(wordPattern) ?? []
  return words.filter((word) => !stopWords.has(word)).map(toStem)
}

/** The stems of what somebody looks for, in which verbs of several words count as one. */
export function toQueryStems(query: string): readonly string[] {
  let text = query.toLowerCase()
  for (const [phrase, verb] of phrases) text = text.replaceAll(phrase, verb)
  return text === query.toLowerCase() ? toStems(query) : toStems(text)
}

const splitCamelCase = (text: string) =>
  text
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')

/** Endings of English words, the longest first, and how many letters must be left before them. */
const endings: readonly (readonly [ending: string, left: number, instead: string])[] = [
  ['ations', 3, 'at'],
  ['ation', 3, 'at'],
  ['ions', 4, ''],
  ['ings', 4, ''],
  ['ies', 2, 'y'],
  ['ion', 4, ''],
  ['ing', 4, ''],
  ['sses', 1, 'ss'],
  ['xes', 1, 'x'],
  ['ches', 1, 'ch'],
  ['shes', 1, 'sh'],
  ['es', 4, ''],
  ['ed', 4, ''],
  ['s', 2, ''],
  ['e', 4, ''],
]

/** The part of a word that its forms share, roughly: deleting, deletion and deletes are `delet`. */
export function toStem(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word
  for (const [ending, left, instead] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < left) continue
    const stem = word.slice(0, -ending.length) + instead
    return /ing|ed/.test(ending) ? stem.replace(/([bdgmnpt])\1$/, '$1') : stem
  }
  return word
}
