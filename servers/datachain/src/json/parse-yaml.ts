import { YAMLParseError, parse, parseAllDocuments } from 'yaml'

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

/**
 * Parses the items of a file: those of an array in YAML or JSON, or one for each document of YAML.
 * Aliases are refused.
 */
export function parseYamlItems(text: string): readonly unknown[] {
  // JSON is read many times faster as what it is.
  if (text.trimStart().startsWith('[')) return parseJsonItems(text)
  const values = parseDocuments(text)
  const [only] = values
  return values.length === 1 && Array.isArray(only) ? only : values
}

function parseJsonItems(text: string): readonly unknown[] {
  try {
    // The cast holds because the text begins with a bracket.
    return JSON.parse(text) as unknown[]
  } catch {
    // It may be YAML in brackets, and if not, this says where it is wrong.
    const value = parseYaml(text)
    return Array.isArray(value) ? value : [value]
  }
}

function parseDocuments(text: string): readonly unknown[] {
  try {
    return [...parseAllDocuments(text, { logLevel: 'error' })].map((document) => {
      const [fault] = document.errors
      if (fault !== undefined) throw fault
      return document.toJS({ maxAliasCount: 0 }) as unknown
    })
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
