import { Buffer } from 'node:buffer'
import { shortestFloat } from './shortest-float.ts'

/** The version of the blend parameters that darktable 4.2.1 knows. */
export const blendVersion = 11

/** Blend spaces as darktable numbers them. */
export const blendSpaces = { none: 0, raw: 1, lab: 2, rgb: 4 } as const

/** Which parts of a mask are at work, as bits. */
export const maskModes = { uniform: 1, drawn: 2, parametric: 4 } as const

/** Bits of `combine`. */
export const combineBits = { invert: 1, inclusive: 2 } as const

/** One parametric channel: a trapezoid from 0 over 1 back to 0. */
export interface BlendChannel {
  readonly channel: number
  readonly points: readonly [number, number, number, number]
  readonly inverted: boolean
  /** The power of two that the points are multiplied by. */
  readonly boost: number
}

/** What decides where and how much of a module is seen. */
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

/** Everywhere, fully. */
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

/** Lowercase hex of blend parameters. */
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
    const { points, boost } = blend.channels.find(({ channel }) => channel === index) ?? {
      points: [0, 0, 1, 1],
      boost: 0,
    }
    for (const [corner, point] of points.entries())
      bytes.writeFloatLE(point, places.points + index * 16 + corner * 4)
    bytes.writeFloatLE(boost, places.boosts + index * 4)
  }
  return bytes.toString('hex')
}

/** Blend parameters of any version since 11, which share the layout; undefined for other lengths. */
export function decodeBlend(hex: string): BlendParams | undefined {
  if (hex.length !== size * 2) return undefined
  const bytes = Buffer.from(hex, 'hex')
  const bits = bytes.readUInt32LE(places.channels)
  const channels = Array.from({ length: channelCount }, (_, index) => index)
    .filter((index) => (bits & (1 << index)) !== 0)
    .map((channel): BlendChannel => {
      const point = (corner: number) =>
        shortestFloat(bytes.readFloatLE(places.points + channel * 16 + corner * 4))
      return {
        channel,
        points: [point(0), point(1), point(2), point(3)],
        inverted: (bits & (1 << (channel + 16))) !== 0,
        boost: shortestFloat(bytes.readFloatLE(places.boosts + channel * 4)),
      }
    })
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

const channelBits = (channels: readonly BlendChannel[]): number =>
  channels.reduce(
    (bits, { channel, inverted }) =>
      (bits | (1 << channel) | (inverted ? 1 << (channel + 16) : 0)) >>> 0,
    0,
  )
