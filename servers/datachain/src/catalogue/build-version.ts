import { hashDraft } from '../drafts/hash-draft.ts'
import { type VersionFolder, readDraft } from '../drafts/read-draft.ts'
import type { VersionDraft } from '../drafts/version-draft.ts'
import type { Finding } from '../findings/finding.ts'
import { isError } from '../findings/is-error.ts'
import { runRules } from '../findings/rule.ts'
import { iconVariantsOf } from '../icons/icon-variants-of.ts'
import type { Category, Element, ElementFile, SchemaVersion } from '../model/index.ts'
import { versionRules } from '../rules/version/index.ts'
import { checkHash, checkName } from './check-name.ts'

/** A version, and everything that was found in it. */
export interface BuiltVersion {
  readonly folder: string
  /** Undefined if a finding is an error. */
  readonly version?: SchemaVersion | undefined
  readonly findings: readonly Finding[]
}

/** Builds a version from its files and runs every rule on it. */
export async function buildVersion(folder: VersionFolder): Promise<BuiltVersion> {
  const { draft, findings: unread } = readDraft(folder)
  if (draft === undefined) return { folder: folder.name, findings: unread }
  const hash = await hashDraft(draft)
  const findings = [
    ...unread,
    ...checkName(draft.manifest, folder.name),
    ...checkHash(draft.manifest, hash),
    ...runRules(versionRules, draft),
  ]
  const version = findings.some(isError) ? undefined : toVersion(draft, hash)
  return { folder: folder.name, version, findings }
}

function toVersion(draft: VersionDraft, hash: string): SchemaVersion {
  const { datachainType } = draft
  const written = new Map(draft.categories.map(({ content }) => [content.id, content]))
  const categories = datachainType.categories.flatMap((id) => written.get(id) ?? [])
  const elements = sortByCategory(
    draft.elements.flatMap(({ content }) => toElement(content, written.get(content.category_id))),
    datachainType.categories,
  )
  return Object.freeze({
    manifest: { ...draft.manifest, content_hash: hash },
    datachainType,
    categories,
    elements,
    symbols: new Map(draft.symbols.map((symbol) => [symbol.id, symbol])),
    categoryById: new Map(categories.map((category) => [category.id, category])),
    elementById: new Map(elements.map((element) => [element.id, element])),
  })
}

function sortByCategory(
  elements: readonly Element[],
  categories: readonly string[],
): readonly Element[] {
  const places = new Map(categories.map((id, index) => [id, index]))
  const placeOf = ({ category_id }: Element) => places.get(category_id) ?? 0
  return elements.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1))
}

/** The rules have made sure that there is a category. */
function toElement(element: ElementFile, category: Category | undefined): readonly Element[] {
  if (category === undefined) return []
  const { element_variables: variables, shape, element_context } = category
  const icon_variants = iconVariantsOf(element.context ?? element_context)
  return [{ ...element, variables, shape, icon_variants }]
}
