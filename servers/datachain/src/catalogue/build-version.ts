import { hashContent } from '../drafts/hash-draft.ts'
import { type VersionFolder, readDraft } from '../drafts/read-draft.ts'
import type { VersionDraft } from '../drafts/version-draft.ts'
import type { Finding } from '../findings/finding.ts'
import { isError } from '../findings/is-error.ts'
import { runRules } from '../findings/rule.ts'
import { iconVariantsOf } from '../icons/icon-variants-of.ts'
import type { Category, Element, ElementFile, SchemaVersion } from '../model/index.ts'
import { versionRules } from '../rules/version/index.ts'
import { checkHash, checkName } from './check-name.ts'

/** A version, and what was found in it; no version where a finding is an error. */
export interface BuiltVersion {
  readonly folder: string
  readonly version?: SchemaVersion
  readonly findings: readonly Finding[]
}

/** Makes a version from its files, after every rule was asked. */
export async function buildVersion(folder: VersionFolder): Promise<BuiltVersion> {
  const { draft, findings: unread } = readDraft(folder)
  if (draft === undefined) return { folder: folder.name, findings: unread }
  const hash = await hashContent(draft)
  const findings = [
    ...unread,
    ...checkName(draft.manifest, folder.name),
    ...checkHash(draft.manifest, hash),
    ...runRules(versionRules, draft),
  ]
  return {
    folder: folder.name,
    findings,
    ...(!findings.some(isError) && { version: toVersion(draft, hash) }),
  }
}

function toVersion(
  { manifest, datachainType, ...draft }: VersionDraft,
  hash: string,
): SchemaVersion {
  const written = new Map(draft.categories.map(({ content }) => [content.id, content]))
  const categories = datachainType.categories.flatMap((id) => written.get(id) ?? [])
  const place = new Map(datachainType.categories.map((id, index) => [id, index]))
  const elements = draft.elements
    .flatMap(({ content }) => toElement(content, written.get(content.category_id)))
    .sort(
      (a, b) =>
        (place.get(a.category_id) ?? 0) - (place.get(b.category_id) ?? 0) || (a.id < b.id ? -1 : 1),
    )
  return Object.freeze({
    manifest: { ...manifest, content_hash: hash },
    datachainType,
    categories,
    elements,
    symbols: new Map(draft.symbols.map((symbol) => [symbol.id, symbol])),
    categoryById: new Map(categories.map((category) => [category.id, category])),
    elementById: new Map(elements.map((element) => [element.id, element])),
  })
}

/** The rules have seen to it that there is a category. */
function toElement(element: ElementFile, category: Category | undefined): readonly Element[] {
  if (category === undefined) return []
  const { element_variables: variables, shape, element_context } = category
  return [
    {
      ...element,
      variables,
      shape,
      icon_variants: iconVariantsOf(element.context ?? element_context),
    },
  ]
}
