import type { JsonSchema } from '../../schema/json-schema.ts'
import { version } from './meta.ts'

const string: JsonSchema = { type: 'string' }
const strings: JsonSchema = { type: 'array', items: string }

/** `meta` may hold further members, as the source allows. */
export const metaSchema: JsonSchema = {
  type: 'object',
  properties: {
    version: { type: 'string', const: version },
    request_id: string,
    warnings: strings,
    warning_details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: string,
          severity: { type: 'string', enum: ['info', 'warning', 'error'] },
          message: string,
          context: { type: 'object' },
        },
        required: ['message'],
      },
    },
    pagination: {
      type: 'object',
      properties: {
        cursor: { type: ['string', 'null'] },
        has_more: { type: 'boolean' },
        page_size: { type: 'number' },
        total_count: { type: 'number' },
      },
    },
    rate_limit: {
      type: 'object',
      properties: {
        limit: { type: 'number' },
        remaining: { type: 'number' },
        reset_at: { type: ['string', 'number'] },
        retry_after_seconds: { type: 'number' },
      },
    },
    telemetry: { type: 'object' },
    content_fidelity: { type: 'string', enum: ['full', 'partial', 'summary', 'reference_only'] },
    content_fidelity_schema_version: string,
    dropped_content_ids: strings,
    content_archive_hashes: { type: 'object', additionalProperties: string },
    message: string,
    instruction: string,
    content_hash: string,
    content_version: string,
    deprecated: { type: 'object', properties: { since: string, use: string, remove_in: string } },
    soft: { type: 'boolean' },
  },
  required: ['version'],
}
