/**
 * The one format of strings that every host takes. Gemini knows `date-time` and `enum`
 * (google-gemini/gemini-cli#2237), OpenAI nine without `uri` (cyanheads/git-mcp-server#47). Both
 * refuse the whole request for any other. Anthropic takes it too.
 */
export const portableFormat = 'date-time'

const unportable = /\(\?[=!<]|\\[pPk]|\\u\{/

/**
 * True if every host can read a pattern. OpenAI refuses the whole request for a lookaround
 * (anomalyco/opencode#32073), and for escapes that Python does not have (BerriAI/litellm#40485).
 */
export const isPortablePattern = (pattern: string): boolean => !unportable.test(pattern)
