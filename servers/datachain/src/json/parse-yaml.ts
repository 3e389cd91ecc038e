import { parse } from 'yaml'

/**
 * Parses YAML, and so JSON too. Aliases are refused: nobody needs them, and a few can expand to a
 * billion nodes.
 */
export const parseYaml = (text: string): unknown =>
  parse(text, { maxAliasCount: 0, logLevel: 'error' }) as unknown
