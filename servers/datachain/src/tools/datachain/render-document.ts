import { resolveDatachain } from '../../datachains/resolve-datachain.ts'
import { validateResolved } from '../../datachains/validate-resolved.ts'
import { documentPath, documentUri } from '../../documents/document-uri.ts'
import type { Domain } from '../../domain/domain.ts'
import type { ResolvedDatachain, SchemaVersion } from '../../model/index.ts'
import { arrange } from '../../render/arrange.ts'
import { renderDatachain } from '../../render/render-datachain.ts'
import { type Judged, judge } from './judge.ts'
import { readDatachain, readResolved } from './read-datachain.ts'

/** A datachain as a document that is kept, with the advice for it. */
export interface RenderedDocument extends Judged {
  readonly html: string
  readonly resource_uri: string
  readonly url: string
  readonly section_count: number
  readonly element_count: number
}

/**
 * Renders a datachain, or a resolved one, and keeps the document. Throws the failure to answer with
 * if something is wrong with it.
 */
export async function renderDocument(
  { documents, iconsOf }: Domain,
  document: object,
  version: SchemaVersion,
  locale: string,
): Promise<RenderedDocument> {
  const { resolved, ...judged } = resolveDocument(document, version)
  const html = renderDatachain(resolved, { locale, icons: iconsOf(version) })
  const hash = await documents.put(html)
  return {
    html,
    resource_uri: documentUri(hash),
    url: documentPath(hash),
    section_count: arrange(resolved).length,
    element_count: resolved.elements.length,
    ...judged,
  }
}

/**
 * Reads a datachain and resolves it. One that is resolved already is not compared with the version,
 * because it is kept to be shown later.
 */
function resolveDocument(
  document: object,
  version: SchemaVersion,
): Judged & { readonly resolved: ResolvedDatachain } {
  if (Object.hasOwn(document, 'schema_snapshot')) {
    const resolved = readResolved(document, version)
    const findings = validateResolved(resolved, version.manifest.version)
    return { resolved, ...judge(findings, version) }
  }
  const { datachain, ...judged } = readDatachain(document, version)
  return { resolved: resolveDatachain(datachain, version), ...judged }
}
