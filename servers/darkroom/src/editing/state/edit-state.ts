import type { XmlAttribute, XmlElement } from './xml-element.ts'

/** Where a move belongs: L1 technical correction, L2 look, L3 the moves made on top. */
export type Layer = 'L1' | 'L2' | 'L3'

/**
 * Which of darktable's two module orders holds: sensor data, or a picture that is developed
 * already.
 */
export type PhotoKind = 'raw' | 'ldr'

/** One module of a history, with its parameters as lowercase hex. */
export interface HistoryEntry {
  readonly operation: string
  readonly modversion: number
  readonly enabled: boolean
  readonly params: string
  readonly multiName: string
  readonly multiPriority: number
  readonly blendVersion: number
  /** Lowercase hex; empty where the entry has none, which darktable takes for its defaults. */
  readonly blendParams: string
  /** Absent for what came with a sidecar: no move of ours. */
  readonly layer?: Layer
  /** The vocabulary entry that was applied last. */
  readonly source?: string
  /** Tells instances of one operation in one layer apart. */
  readonly slot?: string
  /** Attributes that we know nothing of, in their order. */
  readonly attributes: readonly XmlAttribute[]
}

/** One drawn form; a group names other forms in its points. */
export interface MaskForm {
  readonly id: number
  readonly type: number
  readonly name: string
  readonly version: number
  /** Lowercase hex. */
  readonly points: string
  readonly pointCount: number
  /** Where a clone takes its pixels from: lowercase hex of two floats. */
  readonly source: string
  readonly attributes: readonly XmlAttribute[]
}

/** Everything that is done to a photo. Immutable; equal states are written as equal bytes. */
export interface EditState {
  readonly kind: PhotoKind
  readonly entries: readonly HistoryEntry[]
  readonly masks: readonly MaskForm[]
  /** The number of the module order. */
  readonly orderVersion: number
  /** A module order of the sidecar's own, as darktable writes it; absent for the built-in ones. */
  readonly orderList?: string
  /** What a sidecar holds beside the history, in its order. */
  readonly preserved: {
    readonly attributes: readonly XmlAttribute[]
    readonly elements: readonly XmlElement[]
  }
}
