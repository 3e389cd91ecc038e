import * as z from 'zod'
import { fields } from '../fields/fields.ts'
import type { Frozen } from '../fields/frozen.ts'
import { listOf } from '../fields/list-of.ts'
import { Locale } from '../fields/localized-text.ts'
import { VersionName } from './version-name.ts'

/** The facts about a version as a whole. */
export const Manifest = z.strictObject({
  version: VersionName,
  status: z.enum(['beta', 'stable']),
  created_at: fields.timestamp,
  notes: fields.prose.default(''),
  content_hash: z
    .string()
    .regex(/^sha256-[0-9a-f]{64}$/, 'sha256- and 64 hex digits')
    .optional(),
  locales: listOf(Locale, 50).min(1),
})

/** A manifest, as it was parsed. */
export type Manifest = Frozen<z.infer<typeof Manifest>>
