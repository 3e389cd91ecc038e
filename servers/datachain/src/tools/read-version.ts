import { type Notes, failure } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { nameIds, quote } from '../findings/name-ids.ts'
import { type SchemaVersion, parseVersionName } from '../model/index.ts'

/** The codes of every tool that takes a version. */
export const versionCodes = ['bad_request', 'unknown_version'] as const

/** Finds a version by its name, or throws the failure to answer with. */
export function readVersion(catalogue: Catalogue, name: string): SchemaVersion {
  const version = catalogue.find(name)
  if (version !== undefined) return version
  const known = catalogue.all().map(({ manifest }) => manifest.version)
  const hint = `Versions: ${nameIds(known, name)}. 'type@latest' is the newest of a type.`
  const isName = parseVersionName(name) !== undefined || name.endsWith('@latest')
  if (isName) {
    const message = `There is no version ${quote(name)}.`
    throw failure('unknown_version', { message, path: 'version', hint })
  }
  const message =
    `${quote(name)} is not the name of a version: ` +
    'write type@YYYY-MM-DD or type@YYYY-MM-DD-beta.'
  throw failure('bad_request', { message, path: 'version', hint })
}

/** Finds the version for a datachain: the one asked for, else the one that the datachain names. */
export function readVersionFor(
  catalogue: Catalogue,
  name: string | undefined,
  document: Readonly<Record<string, unknown>>,
): SchemaVersion {
  const named = Object.hasOwn(document, 'schema_version') ? document.schema_version : undefined
  const wanted = name ?? named
  if (typeof wanted === 'string') return readVersion(catalogue, wanted)
  throw failure('bad_request', {
    message: 'Neither the call nor the datachain names a version.',
    path: 'version',
    hint: 'Give the argument version, or write schema_version into the datachain.',
  })
}

/** The notes of every answer from a version. */
export const notesOf = ({ manifest }: SchemaVersion): Notes => ({
  version: manifest.version,
  contentHash: manifest.content_hash,
})
