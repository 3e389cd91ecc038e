import { textsOf } from '../../drafts/texts-of.ts'
import type { PlacedText, VersionDraft } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import type { LocalizedText } from '../../model/index.ts'
import { referencesIn } from '../../texts/references-in.ts'

/** Needed texts are written, and no text is blank. */
export const localeFieldEmpty = defineRule('LOCALE_FIELD_EMPTY', function* (draft: VersionDraft) {
  const [first] = draft.manifest.locales
  for (const { path, item, isNeeded } of textsOf(draft)) {
    if (isNeeded && item.length === 0)
      yield { message: 'The text is empty.', path, hint: `Write it at least in '${first}'.` }
    for (const [index, { locale, value }] of item.entries()) {
      if (value.trim() !== '') continue
      yield {
        message: `The text in '${locale}' is blank.`,
        path: `${path}[${index}].value`,
        hint: 'Write it, or leave the language out.',
      }
    }
  }
})

/** Texts are in languages of the version, once in each. */
export const localeNotAllowed = defineRule('LOCALE_NOT_ALLOWED', function* (draft: VersionDraft) {
  const allowed = new Set(draft.manifest.locales)
  const listed = [...allowed].join(', ')
  const hint = `Use ${listed}, or add the language to the locales in meta.yaml.`
  for (const [index, locale] of draft.datachainType.locales.entries()) {
    const path = `datachain-type.yaml: locales[${index}]`
    if (!allowed.has(locale))
      yield { message: `The version has no language '${locale}'.`, path, hint }
  }
  for (const text of textsOf(draft)) yield* checkLocales(text, allowed, hint)
})

function* checkLocales(
  { path, item }: PlacedText,
  allowed: ReadonlySet<string>,
  hint: string,
): Generator<Report> {
  const seen = new Set<string>()
  for (const [index, { locale }] of item.entries()) {
    const where = `${path}[${index}].locale`
    if (!allowed.has(locale))
      yield { message: `The version has no language '${locale}'.`, path: where, hint }
    else if (seen.has(locale))
      yield {
        message: `The language '${locale}' occurs twice.`,
        path: where,
        hint: 'Keep one text for each language.',
      }
    seen.add(locale)
  }
}

/** A text refers to the same variables in every language. */
export const localeVariableDrift = defineAdvice(
  'LOCALE_VARIABLE_DRIFT',
  function* (draft: VersionDraft) {
    for (const { file, content } of draft.elements) {
      yield* checkReferences(content.title, `${file}: title`)
      yield* checkReferences(content.description, `${file}: description`)
    }
  },
)

function* checkReferences(text: LocalizedText, path: string): Generator<Report> {
  const [first, ...others] = text.map(({ locale, value }) => ({
    locale,
    names: referencesIn(value).toSorted().join(', '),
  }))
  for (const [index, { locale, names }] of others.entries()) {
    if (first === undefined || names === first.names) continue
    const here = names || 'no variable'
    const there = first.names || 'none'
    yield {
      message: `The text in '${locale}' refers to ${here}, that in '${first.locale}' to ${there}.`,
      path: `${path}[${index + 1}].value`,
      hint: 'Refer to the same variables in every language.',
    }
  }
}
