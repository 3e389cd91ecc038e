import * as z from 'zod'
import { parseYaml } from '../json/parse-yaml.ts'
import { Element, Locale } from '../model/index.ts'

const version = z
  .string()
  .min(1)
  .max(160)
  .describe("A version such as 'ai@2026-11-01', or 'ai@latest'")

/** On a command line, --version is taken. */
const versionFlag = { version: 'schema' } as const

/** Splits strings such as `en,fr`: a query string may name several values in one. */
const splitAll = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim()))

const fieldNames = Object.keys(Element.shape)
const listedNames = fieldNames.join(', ')

function readFields(
  asked: 'all' | readonly string[],
  context: z.RefinementCtx,
): readonly string[] | 'all' {
  const names = asked === 'all' ? [asked] : splitAll(asked)
  const unknown = names.filter((name) => name !== 'all' && !fieldNames.includes(name))
  if (unknown.length > 0) {
    const listed = unknown.join(', ').slice(0, 80)
    const message = `Elements have no property ${listed}: use 'all', or some of ${listedNames}.`
    context.addIssue({ code: 'custom', message })
  }
  return names.includes('all') ? 'all' : names
}

/** The arguments that several tools take. */
export const inputs = {
  version,
  versionFlag,

  /** The version of a tool that takes a datachain. */
  documentVersion: version
    .optional()
    .describe(
      "A version such as 'ai@2026-11-01', or 'ai@latest'; " +
        'default: the schema_version of the datachain',
    ),

  /** On a command line, a datachain is a file in YAML or JSON. */
  documentCommand: {
    positionals: ['datachain'],
    flags: versionFlag,
    files: { datachain: parseYaml },
  },

  /** The language that an answer is wanted in. */
  locale: Locale.default('en').describe(
    'A language, such as en; texts without it fall back to English',
  ),

  /** The languages that texts are cut to. */
  locales: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .transform(splitAll)
    .pipe(z.array(Locale))
    .optional()
    .describe('Keep only texts in these languages, such as ["en", "fr"]'),

  /** How many items a page has at most. */
  limit: z.int().min(1).max(200).default(50).describe('How many at most'),

  /** Where a page begins. */
  cursor: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('The next_cursor of the page before, with the same filters'),

  elementId: z.string().min(1).max(128).describe('An element id, as list_elements gives it'),

  /** The properties of elements that are wanted. */
  fields: z
    .union([z.literal('all'), z.array(z.string().min(1).max(200)).max(50)])
    .transform(readFields)
    .describe(`'all', or some of: ${listedNames}; the id is always included`),

  /** Any object: the tool parses it, so that faults of a datachain are soft failures. */
  datachain: z
    .record(z.string(), z.unknown())
    .describe('The datachain; get_schema shows its form as schema_json.datachain'),
} as const
