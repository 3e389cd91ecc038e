import { lightnessToLight } from '../colour/light.ts'
import { greatestChroma, hueToPerceived } from '../colour/perceived-hue.ts'
import type { BlendChannel } from '../modules/blend.ts'
import { EditError } from '../state/edit-error.ts'
import type { RangeFilter } from './mask-spec.ts'

/** Channels of darktable's scene-referred blending: grey, and chroma and hue of JzCzhz. */
const channels = { luminance: 0, chroma: 9, hue: 10 } as const
const defaultFeather = 0.05

/** Converts ranges to the channels of a parametric mask. */
export function toChannels(filters: readonly RangeFilter[], path: string): readonly BlendChannel[] {
  const made = filters.flatMap((filter, index) =>
    toChannel(filter, filters.length > 1 ? `${path}[${index}]` : path),
  )
  if (new Set(made.map(({ channel }) => channel)).size < made.length) {
    throw new EditError('masking', 'A mask can have one range of each kind.', {
      path,
      hint: 'Apply the move once for each range, or use one wider range.',
    })
  }
  return made
}

function toChannel(filter: RangeFilter, path: string): readonly BlendChannel[] {
  const kind = kindOf(filter)
  if (kind === 'hue') return toHueChannel(filter)
  const { min, max, feather = defaultFeather, invert = false } = filter
  if (min > max)
    throw new EditError('masking', `The range runs from ${min} down to ${max}.`, {
      path: `${path}.min`,
      hint: 'Give min below max; only a hue may pass through its end.',
    })
  const from = Math.max(0, min - feather)
  const to = Math.min(1, max + feather)
  const points: BlendChannel['points'] = [from, min, max, to]
  if (kind === 'luminance') return [toLightChannel(points, invert)]
  // With this boost, 1 is the most colourful sRGB colour.
  const boost = Math.log2(greatestChroma())
  return [{ channel: channels.chroma, points, inverted: invert, boost }]
}

const toLightChannel = ([a, b, c, d]: BlendChannel['points'], inverted: boolean): BlendChannel => ({
  channel: channels.luminance,
  points: [lightnessToLight(a), lightnessToLight(b), lightnessToLight(c), lightnessToLight(d)],
  inverted,
  boost: 0,
})

function toHueChannel({
  min,
  max,
  feather = defaultFeather,
  invert = false,
}: RangeFilter): readonly BlendChannel[] {
  const end = max < min ? max + 1 : max
  if (end + feather - (min - feather) >= 1) return []
  const points = [min - feather, min, end, end + feather].map(hueToPerceived)
  const shift = Math.floor(points[0] ?? 0)
  const [a = 0, b = 0, c = 0, d = 0] = points.map((point) => point - shift)
  if (d <= 1) return [{ channel: channels.hue, points: [a, b, c, d], inverted: invert, boost: 0 }]
  // A trapezoid cannot pass its end, so the gap is selected and inverted.
  return [
    {
      channel: channels.hue,
      points: [Math.max(0, c - 1), d - 1, a, Math.min(1, b)],
      inverted: !invert,
      boost: 0,
    },
  ]
}

function kindOf({ kind }: RangeFilter): keyof typeof channels {
  if (kind === 'color_h') return 'hue'
  if (kind === 'color_s') return 'chroma'
  if (kind === 'color_l') return 'luminance'
  return kind
}
