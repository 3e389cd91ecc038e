import type { Catalogue } from './create-catalogue.ts'

/** Completes the name of a version: returns a function from its beginning to all that fit. */
export function completeVersion(catalogue: Catalogue): (typed: string) => readonly string[] {
  return (typed) => {
    const names = catalogue.all().map(({ manifest }) => manifest.version)
    return names.filter((name) => name.startsWith(typed))
  }
}
