import type { XmlAttribute, XmlElement } from './xml-element.ts'

/** The layer of a move: L1 technical correction, L2 look, L3 the moves on top. */
export type Layer = 'L1' | 'L2' | 'L3'

/** The kind of a photo, which decides the module order: sensor data, or a developed picture. */
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
  /** Lowercase hex; empty if the entry has none, in which case darktable uses its defaults. */
  readonly blendParams: string
  /** Absent if the entry came with a sidecar and is not a move of ours. */
  readonly layer?: Layer | undefined
  /** The vocabulary entry that was applied last. */
  readonly source?: string | undefined
  /** Distinguishes instances of one operation in one layer. */
  readonly slot?: string | undefined
  /** Attributes that we do not know, in their order. */
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
  /** The place that a clone takes its pixels from: lowercase hex of two floats. */
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
  /** The module order of the sidecar itself, as darktable writes it; absent for built-in orders. */
  readonly orderList?: string | undefined
  /** The parts of a sidecar beside the history, in their order. */
  readonly preserved: {
    readonly attributes: readonly XmlAttribute[]
    readonly elements: readonly XmlElement[]
  }
}
