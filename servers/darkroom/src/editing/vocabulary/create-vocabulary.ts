import type { Layer } from '../state/edit-state.ts'
import { checkEntry } from './check-entry.ts'
import { type MaskEntry, toEntry, toMaskEntry, type VocabularyEntry } from './entry.ts'
import { Manifest } from './manifest.ts'
import { nearestName } from './nearest-name.ts'
import { VocabularyError } from './vocabulary-error.ts'

/** The moves and masks of all packs. */
export interface Vocabulary {
  /** Of a layer, and with one of the tags. */
  list(filter?: {
    readonly layer?: Layer | undefined
    readonly tags?: readonly string[] | undefined
  }): readonly VocabularyEntry[]
  find(name: string): VocabularyEntry | undefined
  /** The name that was probably meant. */
  nearest(name: string): string | undefined
  masks(filter?: { readonly tags?: readonly string[] | undefined }): readonly MaskEntry[]
  findMask(name: string): MaskEntry | undefined
  nearestMask(name: string): string | undefined
  /** The L1 entries of exactly this camera and lens. */
  match(camera: {
    readonly make: string
    readonly model: string
    readonly lens_model: string
  }): readonly VocabularyEntry[]
}

/** A manifest before anything is known of it. */
export interface PackFile {
  readonly file: string
  readonly content: unknown
}

/** Makes a vocabulary of packs; throws one error that names every fault of all of them. */
export function createVocabulary(files: readonly PackFile[]): Vocabulary {
  const read = files.map(({ file, content }) => ({ file, parsed: Manifest.safeParse(content) }))
  const packs = read.flatMap(({ file, parsed }) =>
    parsed.success ? [{ file, manifest: parsed.data }] : [],
  )
  const unreadable = read.flatMap(({ file, parsed }) =>
    (parsed.error?.issues ?? []).map(
      ({ path, message }) => `${file}: ${nameIn(files, file, path)}: ${message}`,
    ),
  )
  const faults = [
    ...unreadable,
    ...packs.flatMap(faultsOf),
    ...namesOf(packs),
    ...strayMasks(packs),
  ]
  if (faults.length > 0) throw new VocabularyError(faults)

  const entries = new Map(
    packs.flatMap(({ manifest }) =>
      (manifest.entries ?? []).map((entry) => [entry.name, toEntry(entry, manifest)]),
    ),
  )
  const masks = new Map(
    packs.flatMap(({ manifest }) =>
      (manifest.masks ?? []).map((mask) => [mask.name, toMaskEntry(mask, manifest)]),
    ),
  )
  const hasTag =
    (wanted: readonly string[] | undefined) => (item: { readonly tags: readonly string[] }) =>
      !wanted || wanted.length === 0 || wanted.some((tag) => item.tags.includes(tag))
  return Object.freeze({
    list: ({ layer, tags } = {}) =>
      [...entries.values()].filter(
        (entry) => (layer === undefined || entry.layer === layer) && hasTag(tags)(entry),
      ),
    find: (name) => entries.get(name),
    nearest: (name) => nearestName(name, [...entries.keys()]),
    masks: ({ tags } = {}) => [...masks.values()].filter(hasTag(tags)),
    findMask: (name) => masks.get(name),
    nearestMask: (name) => nearestName(name, [...masks.keys()]),
    match: ({ make, model, lens_model }) =>
      [...entries.values()].filter(
        ({ applies_to: to }) =>
          to !== undefined &&
          to.make === make &&
          to.model === model &&
          to.lens_model === lens_model,
      ),
  } satisfies Vocabulary)
}

interface Pack {
  readonly file: string
  readonly manifest: Manifest
}

const faultsOf = ({ file, manifest }: Pack): readonly string[] =>
  (manifest.entries ?? []).flatMap((entry) =>
    checkEntry(entry).map((fault) => `${file}: entry '${entry.name}': ${fault}`),
  )

/** Moves and masks share one space of names, over all packs. */
function namesOf(packs: readonly Pack[]): readonly string[] {
  const seen = new Map<string, string>()
  return packs.flatMap(({ file, manifest }) =>
    [...(manifest.entries ?? []), ...(manifest.masks ?? [])].flatMap(({ name }) => {
      const other = seen.get(name)
      seen.set(name, file)
      return other === undefined
        ? []
        : [
            `${file}: entry '${name}': the name is taken by ${other === file ? 'another entry' : other}`,
          ]
    }),
  )
}

function strayMasks(packs: readonly Pack[]): readonly string[] {
  const known = new Set(
    packs.flatMap(({ manifest }) => (manifest.masks ?? []).map(({ name }) => name)),
  )
  return packs.flatMap(({ file, manifest }) =>
    (manifest.entries ?? []).flatMap(({ name, mask_spec: mask }) =>
      mask?.name !== undefined && !known.has(mask.name)
        ? [`${file}: entry '${name}': no mask is named '${mask.name}'`]
        : [],
    ),
  )
}

/** Where in a file a fault is, by the name of the entry where it has one. */
function nameIn(files: readonly PackFile[], file: string, path: readonly PropertyKey[]): string {
  const content = files.find((other) => other.file === file)?.content
  const entry = path
    .slice(0, 2)
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
      content,
    )
  const name = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined
  return path.length > 1 && typeof name === 'string'
    ? `entry '${name}': ${path.slice(2).join('.')}`
    : path.join('.')
}
