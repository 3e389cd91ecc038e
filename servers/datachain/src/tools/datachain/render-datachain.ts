import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { resolveDatachain } from '../../datachains/resolve-datachain.ts'
import { validateDatachain } from '../../datachains/validate-datachain.ts'
import { validateResolved } from '../../datachains/validate-resolved.ts'
import { documentPath, documentUri } from '../../documents/document-uri.ts'
import type { Domain } from '../../domain/domain.ts'
import { Datachain, ResolvedDatachain, type SchemaVersion } from '../../model/index.ts'
import { arrange } from '../../render/arrange.ts'
import { renderDatachain as render } from '../../render/render-datachain.ts'
import { viewUri } from '../../view/view-uri.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { type Judged, judge } from './judge.ts'
import { documentCodes, mostBytes, mostResolvedBytes, readDocument } from './read-document.ts'

/** The tool render_datachain. */
export const renderDatachain = ({ catalogue, documents, iconsOf }: Domain) =>
  defineTool({
    name: 'render_datachain',
    summary: 'Show a datachain to people, as one HTML document that needs nothing else.',
    description:
      'Takes a valid datachain, or a resolved one, which is shown from its own snapshot. ' +
      'The document can be read as a resource, under resource_uri.',
    input: z.object({
      version: inputs.documentVersion,
      datachain: inputs.datachain,
      locale: inputs.locale,
      inline: z
        .boolean()
        .default(false)
        .describe('True if the answer should contain the document itself'),
    }),
    output: z.object({
      resource_uri: z.string().describe('Where MCP clients read the document'),
      url: z.string().describe('The same over HTTP, relative to the server'),
      section_count: z.int(),
      element_count: z.int(),
      warnings: z.array(outputs.warning),
      html: z.string().optional(),
    }),
    effect: 'read',
    meta: { ui: { resourceUri: viewUri } },
    codes: [...versionCodes, ...documentCodes, ...ruleCodes],
    rest: { method: 'POST', path: `${restBase}/schemas/:version/render`, body: 'datachain' },
    cli: { ...inputs.documentCommand, output: 'html', outputArguments: { inline: true } },
    async run({ version: name, datachain, locale, inline }, call) {
      const version = readVersionFor(catalogue, name, datachain)
      const { resolved, warnings, notes } = readResolved(datachain, version)
      const html = render(resolved, { locale, icons: iconsOf(version) })
      const hash = await documents.put(html)
      const data = {
        resource_uri: documentUri(hash),
        url: documentPath(hash),
        section_count: arrange(resolved).length,
        element_count: resolved.elements.length,
        warnings,
      }
      call.say(`Rendered ${data.element_count} elements in ${data.section_count} sections.`)
      return ok(inline ? { ...data, html } : data, notes)
    },
  })

/**
 * Reads a datachain and resolves it. One that is resolved already is not compared with the version,
 * because it is kept to be shown later.
 */
function readResolved(
  document: object,
  version: SchemaVersion,
): Judged & { readonly resolved: ResolvedDatachain } {
  if (Object.hasOwn(document, 'schema_snapshot')) {
    const resolved = readDocument(document, ResolvedDatachain, mostResolvedBytes, version)
    const findings = validateResolved(resolved, version.manifest.version)
    return { resolved, ...judge(findings, version) }
  }
  const datachain = readDocument(document, Datachain, mostBytes, version)
  const judged = judge(validateDatachain(datachain, version), version)
  return { resolved: resolveDatachain(datachain, version), ...judged }
}
