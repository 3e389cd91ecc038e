import type { Frame } from '../geometry/frame.ts'
import type { MaskSpec } from '../masks/mask-spec.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState } from '../state/edit-state.ts'
import type { Vocabulary } from '../vocabulary/create-vocabulary.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { applyEntry } from './apply-entry.ts'
import { changesNothing } from './changes-nothing.ts'
import type { Values } from './resolve-value.ts'

/** One region: where to act, and with which moves or values. */
export interface Region {
  readonly mask_spec: MaskSpec
  /** The values for the one entry that all regions share. */
  readonly parameter_values?: Values | undefined
  /** The moves of this region, if each region has its own. */
  readonly ops?: readonly RegionMove[] | undefined
}

/** One move of a region. */
export interface RegionMove {
  readonly primitive_name: string
  readonly parameter_values?: Values | undefined
}

/** The options for all regions. */
export interface RegionOptions {
  /** The entry for all regions; without it each region names its own. */
  readonly entry?: VocabularyEntry | undefined
  readonly vocabulary: Vocabulary
  readonly frame?: Frame | undefined
}

/** One move in one region. */
export interface RegionPair {
  readonly entry: VocabularyEntry
  readonly mask: MaskSpec
  readonly values: Values | undefined
}

/** The result of applying moves to regions. */
export interface AppliedRegions {
  readonly state: EditState
  readonly pairs: readonly RegionPair[]
  /** The moves that changed nothing in at least one region. */
  readonly idle: readonly VocabularyEntry[]
}

const mostRegions = 32
const mostPairs = 64

interface Pair extends RegionPair {
  readonly path: string
}

/** Applies moves to several regions as one edit. */
export function applyRegions(
  state: EditState,
  regions: readonly Region[],
  options: RegionOptions,
): AppliedRegions {
  const { vocabulary, frame } = options
  const pairs = toPairs(regions, options)
  const idle = new Set<VocabularyEntry>()
  let current = state
  for (const { path, entry, values: value, mask } of pairs) {
    const before = current
    current = inRegion(path, () => applyEntry(before, entry, { value, mask, frame, vocabulary }))
    if (changesNothing(entry, value, before, current)) idle.add(entry)
  }
  return { state: current, pairs, idle: [...idle] }
}

function toPairs(
  regions: readonly Region[],
  { entry, vocabulary }: RegionOptions,
): readonly Pair[] {
  if (entry !== undefined && regions.length > mostRegions)
    throw new EditError(
      'invalid_input',
      `There are ${regions.length} regions; one move takes at most ${mostRegions}.`,
      { path: 'regions' },
    )
  const pairs = regions.flatMap((region, index) => {
    const path = `regions[${index}]`
    if (entry === undefined) return ownPairs(region, path, vocabulary)
    return [sharedPair(region, path, entry)]
  })
  if (pairs.length === 0 || pairs.length > mostPairs)
    throw new EditError(
      'invalid_input',
      `There are ${pairs.length} moves in all; 1 to ${mostPairs} are accepted.`,
      { path: 'regions' },
    )
  return pairs
}

function sharedPair(
  { mask_spec, parameter_values, ops }: Region,
  path: string,
  entry: VocabularyEntry,
): Pair {
  if (ops !== undefined)
    throw new EditError(
      'invalid_input',
      'A region has ops although one move is named for all regions.',
      { path: `${path}.ops`, hint: 'Leave out primitive_name, or leave out ops.' },
    )
  if (entry.layer !== 'L3')
    throw new EditError(
      'invalid_input',
      `'${entry.name}' is an ${entry.layer} entry; regions take L3 moves.`,
      { path: 'primitive_name' },
    )
  return { entry, mask: mask_spec, values: parameter_values, path }
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
      { path: `${path}.ops`, hint: 'Give primitive_name, or give each region ops.' },
    )
  }
  return ops.map(({ primitive_name, parameter_values: value }, index) => {
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
    hint: close === undefined ? undefined : `Did you mean '${close}'?`,
    next: [{ tool: 'list_vocabulary', why: 'to see the names' }],
  })
}

/** Adds the region to the path of an error; the value of a move is its `parameter_values` here. */
function inRegion(path: string, edit: () => EditState): EditState {
  try {
    return edit()
  } catch (thrown) {
    if (!(thrown instanceof EditError)) throw thrown
    const { reason, message, hint, details } = thrown
    const inner = thrown.path?.replace(/^value\b/, 'parameter_values')
    throw new EditError(reason, message, {
      path: inner === undefined ? path : `${path}.${inner}`,
      hint,
      details,
    })
  }
}
