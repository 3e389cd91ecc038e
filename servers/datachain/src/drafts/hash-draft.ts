import { toStrictCanonicalJson } from '../json/to-strict-canonical-json.ts'
import type { VersionDraft } from './version-draft.ts'

/** The hash of what a version says: not of how its files are written, sorted or named. */
export async function hashContent({
  manifest,
  datachainType,
  categories,
  elements,
  symbols,
}: VersionDraft): Promise<string> {
  const content = {
    manifest: { ...manifest, content_hash: undefined },
    datachain_type: datachainType,
    categories: byId(categories.map(({ content }) => content)),
    elements: byId(elements.map(({ content }) => content)),
    symbols: Object.fromEntries(symbols.map(({ id, svg }) => [id, svg])),
  }
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(toStrictCanonicalJson(content)),
  )
  return `sha256-${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
