import * as z from 'zod'
import { parseYaml } from '../json/parse-yaml.ts'
import { Element, Locale } from '../model/index.ts'

/** The argument that names a version. */
export const version = z
  .string()
  .min(1)
  .max(160)
  .describe("A version such as 'ai@2026-11-01', or 'ai@latest'")

/** The same for a tool that takes a datachain. */
export const documentVersion = version
  .optional()
  .describe(
    "A version such as 'ai@2026-11-01', or 'ai@latest'; default: the schema_version of the datachain",
  )

/** On a command line, --version is taken. */
export const versionFlag = { version: 'schema' } as const

/** How a datachain is given on a command line: as a file, in YAML or JSON. */
export const documentCommand = {
  positionals: ['datachain'],
  flags: versionFlag,
  files: { datachain: parseYaml },
} as const

/** The language that something is wanted in. */
export const locale = Locale.default('en').describe(
  'A language, such as en; texts that lack it fall back to English',
)

/** A query string may name several in one text, such as `en,fr`. */
const splitAll = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim()))

/** The languages that texts are cut to. */
export const locales = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(50)
  .transform(splitAll)
  .pipe(z.array(Locale))
  .optional()
  .describe('Keep only texts in these languages, such as ["en", "fr"]')

const fieldNames = Object.keys(Element.shape)

export const elementId = z
  .string()
  .min(1)
  .max(128)
  .describe('An element id, as list_elements gives it')

/** The members of elements that are wanted. */
export const fields = z
  .union([z.literal('all'), z.array(z.string().min(1).max(200)).max(50)])
  .transform((asked, context): readonly string[] | 'all' => {
    const names = asked === 'all' ? [asked] : splitAll(asked)
    const unknown = names.filter((name) => name !== 'all' && !fieldNames.includes(name))
    if (unknown.length > 0) {
      const message = `Elements have no member ${unknown.join(', ').slice(0, 80)}: use 'all', or some of ${fieldNames.join(', ')}.`
      context.addIssue({ code: 'custom', message })
    }
    return names.includes('all') ? 'all' : names
  })
  .describe(`'all', or some of: ${fieldNames.join(', ')}; the id is always there`)

/**
 * A datachain, as its parser in the tool will see it: what is wrong with its form is an answer, not
 * a wrong call.
 */
export const datachain = z
  .record(z.string(), z.unknown())
  .describe('The datachain; get_schema shows its form as schema_json')
