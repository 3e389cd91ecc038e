import { parse } from 'yaml'

/**
 * The value of a YAML text, which JSON is too. Aliases are refused: nobody needs them, and a few
 * can stand for a billion nodes.
 */
export const parseYaml = (text: string): unknown =>
  parse(text, { maxAliasCount: 0, logLevel: 'error' }) as unknown
