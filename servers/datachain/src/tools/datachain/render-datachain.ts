import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { resolveDatachain } from '../../datachains/resolve-datachain.ts'
import { validateResolved } from '../../datachains/validate-resolved.ts'
import { documentPath, documentUri } from '../../documents/document-uri.ts'
import type { Domain } from '../../domain/domain.ts'
import type { ResolvedDatachain, SchemaVersion } from '../../model/index.ts'
import { arrange } from '../../render/arrange.ts'
import { renderDatachain as render } from '../../render/render-datachain.ts'
import { viewUri } from '../../view/view-uri.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { httpPath } from '../http-path.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { type Judged, judge } from './judge.ts'
import { documentCodes, readDatachain, readResolved } from './read-datachain.ts'

/** The tool render_datachain. */
export const renderDatachain = ({ catalogue, documents, iconsOf }: Domain) =>
  defineTool({
    name: 'render_datachain',
    summary: 'Show a datachain to people, as one HTML document that needs nothing else.',
    description:
      'Takes a valid datachain, or a resolved one, which is shown from its own snapshot. ' +
      'Read the document as the MCP resource resource_uri, or ask for it with inline. ' +
      httpPath,
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
      resource_uri: z.string().describe('The document as an MCP resource, on every transport'),
      url: z.string().describe('The same over HTTP, below the address of the server'),
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
    fidelity: { whole: ['html'] },
    async run({ version: name, datachain, locale, inline }, call) {
      const version = readVersionFor(catalogue, name, datachain)
      warnOfLocales(call, version, [locale])
      const { resolved, warnings, notes } = resolveDocument(datachain, version)
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
