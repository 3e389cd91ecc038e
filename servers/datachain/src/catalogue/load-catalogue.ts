import type { VersionFolder } from '../drafts/read-draft.ts'
import { isError } from '../findings/is-error.ts'
import { type BuiltVersion, buildVersion } from './build-version.ts'
import { type Catalogue, createCatalogue } from './create-catalogue.ts'

/** Versions that cannot be served; the message names everything that was found in them. */
export class DataError extends Error {
  override readonly name = 'DataError'
}

/** Loads every version in some folders, or throws one DataError with every finding in all. */
export async function loadCatalogue(folders: readonly VersionFolder[]): Promise<Catalogue> {
  const built = await Promise.all(folders.map(buildVersion))
  const errors = built.flatMap(errorsOf)
  if (errors.length > 0) throw new DataError(`The data has errors:\n${errors.join('\n')}`)
  if (built.length === 0)
    throw new DataError(
      'There is no version: ' +
        'a version is a folder such as ai/2026-04-16-beta with a file meta.yaml.',
    )
  return createCatalogue(built.flatMap(({ version }) => version ?? []))
}

const errorsOf = ({ folder, findings }: BuiltVersion): readonly string[] =>
  findings
    .filter(isError)
    .map(({ code, path, message, hint }) => `  ${folder}/${path}: ${code}: ${message} ${hint}`)
