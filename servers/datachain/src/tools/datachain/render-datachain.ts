import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { viewUri } from '../../view/view-uri.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { httpPath } from '../http-path.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { documentCodes } from './read-datachain.ts'
import { renderDocument } from './render-document.ts'

/** The tool render_datachain. */
export const renderDatachain = (domain: Domain) =>
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
      const version = readVersionFor(domain.catalogue, name, datachain)
      warnOfLocales(call, version, [locale])
      const { html, notes, ...data } = await renderDocument(domain, datachain, version, locale)
      call.say(`Rendered ${data.element_count} elements in ${data.section_count} sections.`)
      return ok(inline ? { ...data, html } : data, notes)
    },
  })
