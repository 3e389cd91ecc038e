import type { Layer } from '../state/edit-state.ts'
import { checkEntry } from './check-entry.ts'
import { type MaskEntry, toEntry, toMaskEntry, type VocabularyEntry } from './entry.ts'
import { Manifest } from './manifest.ts'
import { nearestName } from './nearest-name.ts'
import { VocabularyError } from './vocabulary-error.ts'

/** The entries to keep: those of a layer, and those with one of the tags. */
export interface VocabularyFilter {
  readonly layer?: Layer | undefined
  readonly tags?: readonly string[] | undefined
}

/** A camera and lens, as EXIF names them. */
export interface CameraAndLens {
  readonly make: string
  readonly model: string
  readonly lens_model: string
}

/** The moves and masks of all packs. */
export interface Vocabulary {
  list(filter?: VocabularyFilter): readonly VocabularyEntry[]
  find(name: string): VocabularyEntry | undefined
  /** Returns the name that was probably meant. */
  nearest(name: string): string | undefined
  masks(filter?: Pick<VocabularyFilter, 'tags'>): readonly MaskEntry[]
  findMask(name: string): MaskEntry | undefined
  nearestMask(name: string): string | undefined
  /** Returns the L1 entries of exactly this camera and lens. */
  match(camera: CameraAndLens): readonly VocabularyEntry[]
}

/** A manifest that is not checked yet. */
export interface PackFile {
  readonly file: string
  readonly content: unknown
}

/** Creates the vocabulary of packs; throws one error that names every fault of all of them. */
export function createVocabulary(files: readonly PackFile[]): Vocabulary {
  const packs = readPacks(files)
  const entries = new Map<string, VocabularyEntry>()
  const masks = new Map<string, MaskEntry>()
  for (const { manifest } of packs) {
    for (const entry of manifest.entries ?? []) entries.set(entry.name, toEntry(entry, manifest))
    for (const mask of manifest.masks ?? []) masks.set(mask.name, toMaskEntry(mask, manifest))
  }
  return Object.freeze({
    list: ({ layer, tags } = {}) =>
      [...entries.values()].filter(
        (entry) => (layer === undefined || entry.layer === layer) && hasTag(entry, tags),
      ),
    find: (name) => entries.get(name),
    nearest: (name) => nearestName(name, [...entries.keys()]),
    masks: ({ tags } = {}) => [...masks.values()].filter((mask) => hasTag(mask, tags)),
    findMask: (name) => masks.get(name),
    nearestMask: (name) => nearestName(name, [...masks.keys()]),
    match: (camera) =>
      [...entries.values()].filter(({ applies_to }) => isSameCamera(applies_to, camera)),
  } satisfies Vocabulary)
}

/** True if an item has one of the wanted tags, or if no tag is wanted. */
const hasTag = (
  { tags }: { readonly tags: readonly string[] },
  wanted: readonly string[] = [],
): boolean => wanted.length === 0 || wanted.some((tag) => tags.includes(tag))

const isSameCamera = (known: CameraAndLens | undefined, camera: CameraAndLens): boolean =>
  known?.make === camera.make &&
  known.model === camera.model &&
  known.lens_model === camera.lens_model

interface Pack {
  readonly file: string
  readonly manifest: Manifest
}

function readPacks(files: readonly PackFile[]): readonly Pack[] {
  const packs: Pack[] = []
  const faults: string[] = []
  for (const { file, content } of files) {
    const parsed = Manifest.safeParse(content)
    if (parsed.success) packs.push({ file, manifest: parsed.data })
    for (const { path, message } of parsed.error?.issues ?? [])
      faults.push(`${file}: ${placeOf(content, path)}: ${message}`)
  }
  faults.push(...packs.flatMap(entryFaults), ...nameFaults(packs), ...maskFaults(packs))
  if (faults.length > 0) throw new VocabularyError(faults)
  return packs
}

const entryFaults = ({ file, manifest }: Pack): readonly string[] =>
  (manifest.entries ?? []).flatMap((entry) =>
    checkEntry(entry).map((fault) => `${file}: entry '${entry.name}': ${fault}`),
  )

/** Moves and masks share one space of names, over all packs. */
function nameFaults(packs: readonly Pack[]): readonly string[] {
  const seen = new Map<string, string>()
  const faults: string[] = []
  for (const { file, manifest } of packs) {
    for (const { name } of [...(manifest.entries ?? []), ...(manifest.masks ?? [])]) {
      const other = seen.get(name)
      const owner = other === file ? 'another entry' : other
      if (owner !== undefined)
        faults.push(`${file}: entry '${name}': the name is taken by ${owner}`)
      seen.set(name, file)
    }
  }
  return faults
}

/** Finds entries whose mask names a mask that is in no pack. */
function maskFaults(packs: readonly Pack[]): readonly string[] {
  const known = new Set<string>()
  for (const { manifest } of packs) for (const { name } of manifest.masks ?? []) known.add(name)
  const faults: string[] = []
  for (const { file, manifest } of packs) {
    for (const { name, mask_spec: mask } of manifest.entries ?? []) {
      if (mask?.name === undefined || known.has(mask.name)) continue
      faults.push(`${file}: entry '${name}': no mask is named '${mask.name}'`)
    }
  }
  return faults
}

/** The place of a fault in a manifest, with the name of the entry if it has one. */
function placeOf(content: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...rest] = path
  if (list === undefined || index === undefined) return path.join('.')
  const name = propertyOf(propertyOf(propertyOf(content, list), index), 'name')
  if (typeof name !== 'string') return path.join('.')
  return `entry '${name}': ${rest.join('.')}`
}

function propertyOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Reflect.get(value, key)
}
