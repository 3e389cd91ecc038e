import { completeVersion } from '../catalogue/complete-version.ts'
import type { Catalogue } from '../catalogue/create-catalogue.ts'

/** The argument of a prompt that names a version. */
export const versionArgument = (catalogue: Catalogue) => ({
  summary: 'A version of the taxonomy. Default: the newest.',
  complete: completeVersion(catalogue),
})

/** The version that a prompt is about if none is named. */
export const defaultVersion = (catalogue: Catalogue): string =>
  catalogue.all()[0]?.manifest.version ?? 'ai@latest'
