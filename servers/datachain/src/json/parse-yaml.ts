import { YAMLParseError, parse } from 'yaml'

/**
 * Parses YAML, and so JSON too. Aliases are refused: nobody needs them, and a few can expand to a
 * billion nodes.
 */
export function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, logLevel: 'error' }) as unknown
  } catch (thrown) {
    throw inPlainWords(thrown)
  }
}

/** Words what the library says to programmers for those who write files. */
function inPlainWords(thrown: unknown): unknown {
  if (!(thrown instanceof YAMLParseError)) return thrown
  if (thrown.code === 'MULTIPLE_DOCS')
    return new SyntaxError('The file has more than one document.')
  if (thrown.message.includes('call stack')) return new SyntaxError('It is nested too deep.')
  return thrown
}
