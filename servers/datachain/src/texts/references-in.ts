/** The ids of the variables that a text refers to as `{{id}}`, each once. */
export function referencesIn(text: string): readonly string[] {
  const ids = Array.from(text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g), ([, id]) => id ?? '')
  return [...new Set(ids)]
}
