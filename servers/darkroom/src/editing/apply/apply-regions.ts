import type { Frame } from '../geometry/frame.ts'
import type { MaskSpec } from '../masks/mask-spec.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState } from '../state/edit-state.ts'
import type { Vocabulary } from '../vocabulary/create-vocabulary.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { applyEntry } from './apply-entry.ts'
import { changesNothing } from './changes-nothing.ts'
import type { Values } from './resolve-value.ts'

/** One region: where, and what to do there. */
export interface Region {
  readonly mask_spec: MaskSpec
  /** For the one entry that all regions share. */
  readonly parameter_values?: Values | undefined
  /** The moves of this region, where each region has its own. */
  readonly ops?:
    | readonly { readonly primitive_name: string; readonly parameter_values?: Values | undefined }[]
    | undefined
}

/** What regions are applied with. */
export interface RegionOptions {
  /** The entry of all regions; without it each region names its own. */
  readonly entry?: VocabularyEntry | undefined
  readonly vocabulary: Vocabulary
  readonly frame?: Frame | undefined
}

const mostRegions = 32
const mostPairs = 64

interface Pair {
  readonly entry: VocabularyEntry
  readonly mask: MaskSpec
  readonly value: Values | undefined
  readonly path: string
}

/** What came of regions. */
export interface AppliedRegions {
  readonly state: EditState
  /** How many pairs of move and region there were. */
  readonly pairs: number
  /** Moves that changed nothing, somewhere. */
  readonly idle: readonly VocabularyEntry[]
}

/** Applies moves to several regions as one edit. */
export function applyRegions(
  state: EditState,
  regions: readonly Region[],
  { entry, vocabulary, frame }: RegionOptions,
): AppliedRegions {
  if (entry !== undefined && regions.length > mostRegions)
    throw new EditError(
      'invalid_input',
      `There are ${regions.length} regions; ${mostRegions} is the most for one move.`,
      { path: 'regions' },
    )
  const pairs = regions.flatMap((region, index) =>
    entry === undefined
      ? ownPairs(region, `regions[${index}]`, vocabulary)
      : sharedPair(region, `regions[${index}]`, entry),
  )
  if (pairs.length === 0 || pairs.length > mostPairs)
    throw new EditError(
      'invalid_input',
      `There are ${pairs.length} moves in all; 1 to ${mostPairs} are accepted.`,
      { path: 'regions' },
    )
  const idle = new Set<VocabularyEntry>()
  const applied = pairs.reduce((before, { path, entry: move, value, mask }) => {
    const after = at(path, () => applyEntry(before, move, { value, mask, frame, vocabulary }))
    if (changesNothing(move, value, before, after)) idle.add(move)
    return after
  }, state)
  return { state: applied, pairs: pairs.length, idle: [...idle] }
}

function sharedPair(
  { mask_spec, parameter_values, ops }: Region,
  path: string,
  entry: VocabularyEntry,
): readonly Pair[] {
  if (ops !== undefined)
    throw new EditError(
      'invalid_input',
      'A region has ops although one move is named for all regions.',
      {
        path: `${path}.ops`,
        hint: 'Leave out primitive_name, or leave out ops.',
      },
    )
  if (entry.layer !== 'L3')
    throw new EditError(
      'invalid_input',
      `'${entry.name}' is an ${entry.layer} entry; regions take L3 moves.`,
      { path: 'primitive_name' },
    )
  return [{ entry, mask: mask_spec, value: parameter_values, path }]
}

function ownPairs(
  { mask_spec, parameter_values, ops }: Region,
  path: string,
  vocabulary: Vocabulary,
): readonly Pair[] {
  if (ops === undefined || parameter_values !== undefined) {
    throw new EditError(
      'invalid_input',
      'No move is named for all regions, so each region needs ops, with the values inside them.',
      {
        path: `${path}.ops`,
        hint: 'Give primitive_name, or give each region ops.',
      },
    )
  }
  return ops.flatMap(({ primitive_name, parameter_values: value }, index) => {
    const place = `${path}.ops[${index}]`
    const found = vocabulary.find(primitive_name)
    if (found === undefined)
      throw unknownEntry(primitive_name, `${place}.primitive_name`, vocabulary)
    return sharedPair({ mask_spec, parameter_values: value }, place, found)
  })
}

function unknownEntry(name: string, path: string, vocabulary: Vocabulary): EditError {
  const close = vocabulary.nearest(name)
  return new EditError('not_found', `No entry is named '${name}'.`, {
    path,
    hint: close === undefined ? 'See list_vocabulary for the names.' : `Did you mean '${close}'?`,
  })
}

/**
 * Says in which region an edit went wrong; what a move calls its value, a region calls its
 * parameter values.
 */
function at(path: string, edit: () => EditState): EditState {
  try {
    return edit()
  } catch (thrown) {
    if (!(thrown instanceof EditError)) throw thrown
    const { reason, message, hint, details } = thrown
    const inner = thrown.path?.replace(/^value\b/, 'parameter_values')
    throw new EditError(reason, message, {
      path: inner === undefined ? path : `${path}.${inner}`,
      ...(hint !== undefined && { hint }),
      details,
    })
  }
}
