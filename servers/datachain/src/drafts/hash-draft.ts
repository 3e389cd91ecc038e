import { hashContent } from 'toolaccord/archive'
import { toStrictCanonicalJson } from '../json/to-strict-canonical-json.ts'
import { sortById } from '../model/sort-by-id.ts'
import type { VersionDraft } from './version-draft.ts'

/** The hash of the content of a version, whatever the layout, order and names of its files. */
export async function hashDraft(draft: VersionDraft): Promise<string> {
  const content = {
    manifest: { ...draft.manifest, content_hash: undefined },
    datachain_type: draft.datachainType,
    categories: sortById(draft.categories.map((category) => category.content)),
    elements: sortById(draft.elements.map((element) => element.content)),
    symbols: Object.fromEntries(draft.symbols.map(({ id, svg }) => [id, svg])),
  }
  const hash = await hashContent(toStrictCanonicalJson(content))
  return hash.replace('sha256:', 'sha256-')
}
