import { type VersionDraft, textsOf } from '../../drafts/version-draft.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import { referencesIn } from '../../texts/references-in.ts'

export const localeFieldEmpty = defineRule('LOCALE_FIELD_EMPTY', function* (draft: VersionDraft) {
  const [locale] = draft.manifest.locales
  for (const { path, item, isNeeded } of textsOf(draft)) {
    if (isNeeded && item.length === 0)
      yield { message: 'The text is empty.', path, hint: `Write it at least in '${locale}'.` }
    for (const [index, { locale, value }] of item.entries()) {
      if (value.trim() === '') {
        yield {
          message: `The text in '${locale}' is blank.`,
          path: `${path}[${index}].value`,
          hint: 'Write it, or leave the language out.',
        }
      }
    }
  }
})

export const localeNotAllowed = defineRule('LOCALE_NOT_ALLOWED', function* (draft: VersionDraft) {
  const allowed = new Set(draft.manifest.locales)
  const hint = `Use ${[...allowed].join(', ')}, or add the language to the locales in meta.yaml.`
  for (const [index, locale] of draft.datachainType.locales.entries()) {
    if (!allowed.has(locale))
      yield {
        message: `The version has no language '${locale}'.`,
        path: `datachain-type.yaml: locales[${index}]`,
        hint,
      }
  }
  for (const { path, item } of textsOf(draft)) {
    const seen = new Set<string>()
    for (const [index, { locale }] of item.entries()) {
      const where = `${path}[${index}].locale`
      if (!allowed.has(locale))
        yield { message: `The version has no language '${locale}'.`, path: where, hint }
      else if (seen.has(locale))
        yield {
          message: `The language '${locale}' is there twice.`,
          path: where,
          hint: 'Keep one text for each language.',
        }
      seen.add(locale)
    }
  }
})

export const localeVariableDrift = defineAdvice(
  'LOCALE_VARIABLE_DRIFT',
  function* (draft: VersionDraft) {
    for (const { file, content } of draft.elements) {
      for (const name of ['title', 'description'] as const) {
        const [first, ...others] = content[name].map(({ locale, value }) => ({
          locale,
          names: referencesIn(value).toSorted().join(', '),
        }))
        for (const [index, { locale, names }] of others.entries()) {
          if (first === undefined || names === first.names) continue
          yield {
            message: `The text in '${locale}' refers to ${names || 'no variable'}, that in '${first.locale}' to ${first.names || 'none'}.`,
            path: `${file}: ${name}[${index + 1}].value`,
            hint: `Refer to the same variables in every language.`,
          }
        }
      }
    }
  },
)
