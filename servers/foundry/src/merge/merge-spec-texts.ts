import type { Finding } from '../findings/finding.ts'
import { patchJson } from '../json/patch-json.ts'
import { mergeSides } from './merge-specs.ts'
import { orderSides } from './order-sides.ts'
import { type SideName, readSpecText } from './read-spec-text.ts'

/** The texts of a file in its three versions. */
export interface SpecTexts {
  /** Empty if both branches added the file. */
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** The text of a merged file. */
export interface MergedText {
  readonly text: string
  readonly conflicts: readonly Finding[]
}

/**
 * Merges the texts of a spec. The text of the later side is patched, so that what did not change
 * keeps its characters and whoever merges gets the same text.
 *
 * @throws {FoundryError} `INVALID_SPEC` if a version cannot be read; it names which, and the line.
 */
export function mergeSpecTexts({ base, ours, theirs }: SpecTexts): MergedText {
  const common = base.trim() === '' ? undefined : toSide(base, 'base')
  const sides = orderSides(toSide(ours, 'ours'), toSide(theirs, 'theirs'))
  const { first, second } = sides
  const { spec, conflicts } = mergeSides(common, sides)
  if (spec === second.spec) return { text: second.text ?? '', conflicts }
  return { text: patchJson(first.text ?? '', first.spec, spec), conflicts }
}

const toSide = (text: string, name: SideName) => ({ spec: readSpecText(text, name), text })
