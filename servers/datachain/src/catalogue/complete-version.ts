import type { Catalogue } from './create-catalogue.ts'

/** Offers the versions whose names start with what was typed. */
export const completeVersion =
  (catalogue: Catalogue) =>
  (typed: string): readonly string[] =>
    catalogue
      .all()
      .map(({ manifest }) => manifest.version)
      .filter((name) => name.startsWith(typed))
