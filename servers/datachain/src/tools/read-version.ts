import { type Notes, failure } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { nameIds, quote } from '../findings/name-ids.ts'
import type { SchemaVersion } from '../model/index.ts'
import { parseVersionName } from '../model/index.ts'

/** The codes of every tool that takes a version. */
export const versionCodes = ['bad_request', 'unknown_version'] as const

/** The version of a name; throws the failure to answer with where there is none. */
export function readVersion(catalogue: Catalogue, name: string): SchemaVersion {
  const version = catalogue.find(name)
  if (version !== undefined) return version
  const known = catalogue.all().map(({ manifest }) => manifest.version)
  const hint = `Versions: ${nameIds(known, name)}. 'type@latest' is the newest of a type.`
  if (parseVersionName(name) === undefined && !name.endsWith('@latest')) {
    throw failure('bad_request', {
      message: `${quote(name)} is no name of a version: write type@YYYY-MM-DD or type@YYYY-MM-DD-beta.`,
      path: 'version',
      hint,
    })
  }
  throw failure('unknown_version', {
    message: `There is no version ${quote(name)}.`,
    path: 'version',
    hint,
  })
}

/**
 * The version that a datachain is to be checked against: the one asked for, else the one that it
 * names itself.
 */
export function readVersionFor(
  catalogue: Catalogue,
  name: string | undefined,
  document: Readonly<Record<string, unknown>>,
): SchemaVersion {
  const wanted =
    name ?? (Object.hasOwn(document, 'schema_version') ? document.schema_version : undefined)
  if (typeof wanted === 'string') return readVersion(catalogue, wanted)
  const hint = 'Give the argument version, or write schema_version into the datachain.'
  throw failure('bad_request', {
    message: 'Neither the call nor the datachain names a version.',
    path: 'version',
    hint,
  })
}

/** What is noted beside every answer from a version. */
export const notesOf = ({ manifest }: SchemaVersion): Notes => ({
  version: manifest.version,
  contentHash: manifest.content_hash,
})
