import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { nameIds, quote } from '../../findings/name-ids.ts'
import type { Element, SchemaVersion } from '../../model/index.ts'
import { restBase } from '../../web/rest-base.ts'
import { httpPath } from '../http-path.ts'
import { inputs } from '../inputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { elementMissing } from './element-missing.ts'

/** The tool get_icon_url. */
export const getIconUrl = ({ catalogue }: Domain) =>
  defineTool({
    name: 'get_icon_url',
    summary: 'Find the icon of an element, in black, dark, or in the colour of a context value.',
    description: `resource_uri is the icon as an MCP resource. ${httpPath}`,
    input: z.object({
      version: inputs.version,
      element_id: inputs.elementId,
      variant: z
        .string()
        .min(1)
        .max(160)
        .default('default')
        .describe('default, dark, or a context value, with .dark or without'),
    }),
    output: z.object({
      resource_uri: z.string().describe('The icon as an MCP resource, on every transport'),
      url: z.string().describe('The same over HTTP, below the address of the server'),
      content_type: z.string(),
      variant: z.string(),
      valid_variants: z.array(z.string()),
    }),
    effect: 'read',
    codes: [...versionCodes, 'element_not_found', 'unknown_variant'],
    cli: { positionals: ['version', 'element_id', 'variant'], flags: inputs.versionFlag },
    run({ version: name, element_id, variant }, call) {
      const version = readVersion(catalogue, name)
      const notes = notesOf(version)
      const element = version.elementById.get(element_id)
      if (element === undefined) {
        const missing = elementMissing(version, element_id, 'element_id')
        return call.fail('element_not_found', { ...missing, notes })
      }
      const valid_variants = element.icon_variants
      if (!valid_variants.includes(variant)) {
        const message = `The element '${element.id}' has no icon variant ${quote(variant)}.`
        const hint = `Use one of: ${nameIds(valid_variants, variant, 12)}.`
        call.fail('unknown_variant', { message, path: 'variant', hint, notes })
      }
      const data = {
        resource_uri: toIconUri(version, element, variant),
        url: toIconPath(version, element, variant),
        content_type: 'image/svg+xml',
        variant,
        valid_variants,
      }
      return ok(data, notes)
    },
  })

function toIconUri({ manifest }: SchemaVersion, { id }: Element, variant: string): string {
  const icon = `datachain://icons/${encodeURIComponent(manifest.version)}/${id}`
  return variant === 'default' ? icon : `${icon}/${variant}`
}

function toIconPath({ manifest }: SchemaVersion, { id }: Element, variant: string): string {
  const file = variant === 'default' ? 'icon.svg' : `icon.${variant}.svg`
  return `${restBase}/schemas/${encodeURIComponent(manifest.version)}/elements/${id}/${file}`
}
