/** The variables that a text refers to as `{{id}}`, each once. */
export const referencesIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g), ([, id]) => id ?? '')),
]
