import type { VersionFolder } from '../drafts/read-draft.ts'
import { isError } from '../findings/is-error.ts'
import { buildVersion } from './build-version.ts'
import { type Catalogue, createCatalogue } from './create-catalogue.ts'

/** Versions that are not fit to be served, with everything that was found in them. */
export class DataError extends Error {
  override readonly name = 'DataError'
}

/**
 * A catalogue of every version in some folders, or one DataError that names every finding in all of
 * them.
 */
export async function loadCatalogue(folders: readonly VersionFolder[]): Promise<Catalogue> {
  const built = await Promise.all(folders.map(buildVersion))
  const refused = built.flatMap(({ folder, findings }) =>
    findings
      .filter(isError)
      .map(({ code, path, message, hint }) => `  ${folder}/${path}: ${code}: ${message} ${hint}`),
  )
  if (refused.length > 0) throw new DataError(`The data has errors:\n${refused.join('\n')}`)
  if (built.length === 0)
    throw new DataError(
      'There is no version: a version is a folder such as ai/2026-04-16-beta with a file meta.yaml.',
    )
  return createCatalogue(built.flatMap(({ version }) => version ?? []))
}
