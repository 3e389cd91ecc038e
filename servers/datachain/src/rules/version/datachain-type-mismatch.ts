import type { VersionDraft } from '../../drafts/version-draft.ts'
import { defineRule } from '../../findings/rule.ts'
import { parseVersionName } from '../../model/index.ts'

/** The version name and every category name the type of the version. */
export const datachainTypeMismatch = defineRule(
  'DATACHAIN_TYPE_MISMATCH',
  function* ({ manifest, datachainType, categories }: VersionDraft) {
    const { id } = datachainType
    const hint = `Write '${id}', the id in datachain-type.yaml.`
    const named = parseVersionName(manifest.version)?.type
    if (named !== undefined && named !== id) {
      yield {
        message: `The version is named after the type '${named}', and its type is '${id}'.`,
        path: 'meta.yaml: version',
        hint,
      }
    }
    for (const { file, content } of categories) {
      const { id: category, datachain_type: type } = content
      if (type === id) continue
      yield {
        message: `The category '${category}' is of the type '${type}', the version of '${id}'.`,
        path: `${file}: datachain_type`,
        hint,
      }
    }
  },
)
