import { Buffer } from 'node:buffer'
import { shortestFloat } from './shortest-float.ts'

/** The version of the blend parameters that darktable 4.2.1 knows. */
export const blendVersion = 11

/** The numbers that darktable gives its blend spaces. */
export const blendSpaces = { none: 0, raw: 1, lab: 2, rgb: 4 } as const

/** The parts of a mask that act, as bits. */
export const maskModes = { uniform: 1, drawn: 2, parametric: 4 } as const

/** The bits of `combine`. */
export const combineBits = { invert: 1, inclusive: 2 } as const

/** One channel of a parametric mask: a trapezoid that rises from 0 to 1 and falls back to 0. */
export interface BlendChannel {
  readonly channel: number
  readonly points: readonly [number, number, number, number]
  readonly inverted: boolean
  /** The power of two that the points are multiplied by. */
  readonly boost: number
}

/** The blend parameters of a module: where it acts, and how strongly. */
export interface BlendParams {
  readonly maskMode: number
  readonly space: number
  readonly opacity: number
  readonly combine: number
  readonly maskId: number
  readonly channels: readonly BlendChannel[]
  /** In pixels of the full picture. */
  readonly feather: number
  readonly blur: number
}

/** Blend parameters that act everywhere, at full strength. */
export const plainBlend: BlendParams = Object.freeze({
  maskMode: 0,
  space: blendSpaces.none,
  opacity: 100,
  combine: 0,
  maskId: 0,
  channels: Object.freeze([]),
  feather: 0,
  blur: 0,
})

const size = 420
const normalMode = 24
const guideAfterBlur = 5
const channelCount = 16
const unusedChannel = { points: [0, 0, 1, 1], boost: 0 }
const places = {
  mode: 0,
  space: 4,
  blendMode: 8,
  opacity: 16,
  combine: 20,
  maskId: 24,
  channels: 28,
  feather: 32,
  guide: 36,
  blur: 40,
  points: 68,
  boosts: 324,
} as const

/** Encodes blend parameters as lowercase hex. */
export function encodeBlend(blend: BlendParams): string {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(blend.maskMode, places.mode)
  bytes.writeInt32LE(blend.space, places.space)
  bytes.writeUInt32LE(normalMode, places.blendMode)
  bytes.writeFloatLE(blend.opacity, places.opacity)
  bytes.writeUInt32LE(blend.combine, places.combine)
  bytes.writeUInt32LE(blend.maskId, places.maskId)
  bytes.writeUInt32LE(channelBits(blend.channels), places.channels)
  bytes.writeFloatLE(blend.feather, places.feather)
  bytes.writeUInt32LE(guideAfterBlur, places.guide)
  bytes.writeFloatLE(blend.blur, places.blur)
  for (let index = 0; index < channelCount; index++) {
    const { points, boost } =
      blend.channels.find(({ channel }) => channel === index) ?? unusedChannel
    for (const [corner, point] of points.entries())
      bytes.writeFloatLE(point, places.points + index * 16 + corner * 4)
    bytes.writeFloatLE(boost, places.boosts + index * 4)
  }
  return bytes.toString('hex')
}

/** Decodes blend parameters of version 11 or later; returns undefined for other lengths. */
export function decodeBlend(hex: string): BlendParams | undefined {
  if (hex.length !== size * 2) return undefined
  const bytes = Buffer.from(hex, 'hex')
  const bits = bytes.readUInt32LE(places.channels)
  const channels: BlendChannel[] = []
  for (let channel = 0; channel < channelCount; channel++)
    if ((bits & (1 << channel)) !== 0) channels.push(readChannel(bytes, channel, bits))
  return {
    maskMode: bytes.readUInt32LE(places.mode),
    space: bytes.readInt32LE(places.space),
    opacity: shortestFloat(bytes.readFloatLE(places.opacity)),
    combine: bytes.readUInt32LE(places.combine),
    maskId: bytes.readUInt32LE(places.maskId),
    channels,
    feather: shortestFloat(bytes.readFloatLE(places.feather)),
    blur: shortestFloat(bytes.readFloatLE(places.blur)),
  }
}

function readChannel(bytes: Buffer, channel: number, bits: number): BlendChannel {
  const point = (corner: number) =>
    shortestFloat(bytes.readFloatLE(places.points + channel * 16 + corner * 4))
  return {
    channel,
    points: [point(0), point(1), point(2), point(3)],
    inverted: (bits & (1 << (channel + 16))) !== 0,
    boost: shortestFloat(bytes.readFloatLE(places.boosts + channel * 4)),
  }
}

/** The low half has a bit for each channel in use, the high half one for each inverted channel. */
function channelBits(channels: readonly BlendChannel[]): number {
  let bits = 0
  for (const { channel, inverted } of channels) {
    bits |= 1 << channel
    if (inverted) bits |= 1 << (channel + 16)
  }
  return bits >>> 0
}
