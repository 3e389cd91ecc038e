import * as stat from './statistics.ts'

/** One move at three rising values, and a statistic that must rise or fall with them. */
export interface Move {
  readonly name: string
  readonly values: Values
  readonly statistic: stat.Statistic
  readonly goes: 'up' | 'down'
  /** One picture for each value instead of one picture with a value in each tile. */
  readonly apart?: true
  /** No other move in its picture, because it depends on far pixels. */
  readonly alone?: true
}

type Value = number | Readonly<Record<string, number>>
type Values = readonly [Value, Value, Value]

const move = (
  name: string,
  values: Values,
  statistic: stat.Statistic,
  goes: Move['goes'] = 'up',
): Move => ({ name, values, statistic, goes })

const apart = (...args: Parameters<typeof move>): Move => ({ ...move(...args), apart: true })
const alone = (...args: Parameters<typeof move>): Move => ({ ...move(...args), alone: true })

/** Three values of one parameter; the others stay the same. */
const of = (
  name: string,
  [a, b, c]: readonly [number, number, number],
  others: Readonly<Record<string, number>> = {},
): Values => [
  { ...others, [name]: a },
  { ...others, [name]: b },
  { ...others, [name]: c },
]

/** Each zone of the tone equaliser, and the grey of the scene in this zone. */
const zones = {
  noise: 0,
  ultra_deep_blacks: 0,
  deep_blacks: 1,
  blacks: 2,
  shadows: 3,
  midtones: 3,
  highlights: 4,
  whites: 5,
  speculars: 5,
}
/** Each zone of colour grading, a grey in it, and the chroma that is needed for a visible cast. */
const grades = [
  { name: 'grade_shadows', step: 1, chroma: 0.1 },
  { name: 'grade_midtones', step: 3, chroma: 0.05 },
  { name: 'grade_highlights', step: 4, chroma: 0.05 },
  { name: 'grade_global', step: 3, chroma: 0.05 },
]

const hues: readonly stat.Hue[] = [
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'lavender',
  'magenta',
]

/** Every L3 entry that does not move pixels. */
export const moves: readonly Move[] = [
  move('exposure', [-1, 0.3, 1], stat.lightness),
  move('black_level', [-0.03, 0.005, 0.03], stat.lightness, 'down'),
  move('sigmoid_contrast', [0.8, 1.5, 3], stat.contrast),
  move('contrast', [-0.5, 0.1, 0.5], stat.contrast),
  ...Object.entries(zones).map(([zone, step]) =>
    alone('tone_equalizer', of(zone, [-1.5, 0.5, 1.5]), stat.grey(step)),
  ),
  alone('highlights', [-1, -0.3, 0.3], stat.grey(5)),
  alone('midtones', [-1, 0.3, 1], stat.grey(3)),
  alone('shadows', [-1, 0.3, 1], stat.grey(2)),
  alone('blacks', [-1, 0.3, 1.5], stat.grey(0)),
  move('filmic', of('contrast', [0.8, 1.2, 2]), stat.contrast),
  move('filmic', of('white', [2, 4, 7]), stat.grey(5), 'down'),
  move('filmic', of('black', [-12, -8, -4]), stat.grey(1), 'down'),
  move('filmic', of('latitude', [1, 30, 80]), stat.contrast),
  move('tone_curve', of('shadows', [-8, 3, 8]), stat.grey(1)),
  move('tone_curve', of('darks', [-8, 3, 8]), stat.grey(2)),
  move('tone_curve', of('midtones', [-8, 3, 8]), stat.grey(3)),
  move('tone_curve', of('lights', [-8, 3, 8]), stat.grey(4)),
  move('tone_curve', of('highlights', [-8, 3, 8]), stat.grey(5)),
  apart('vignette', [-0.8, -0.2, 0.5], stat.corner),
  apart('highlight_clipping', [0.2, 0.5, 1], stat.grey(5)),
  move('clarity', [-0.8, 0.3, 1.5], stat.stripes),
  move('texture', [-0.8, 0.2, 0.8], stat.unevenness),
  move('sharpen', [0.2, 0.8, 1.8], stat.edges),
  move('denoise', of('strength', [0.05, 2, 15]), stat.unevenness, 'down'),
  move('denoise', of('shadows', [0.1, 1, 1.7], { strength: 3 }), stat.unevenness, 'down'),
  alone('dehaze', of('strength', [-0.8, 0.2, 0.8]), stat.lightness, 'down'),
  apart('dehaze', of('distance', [0, 0.05, 0.15], { strength: 0.9 }), stat.grey(4), 'down'),
  move('grain', [5, 30, 90], stat.unevenness),
  move('white_balance', of('red', [0.7, 1.1, 1.6]), stat.warmth),
  move('white_balance', of('green', [0.8, 1.1, 1.3]), stat.greennessOf(3)),
  move('white_balance', of('blue', [0.7, 1.1, 1.6]), stat.warmth, 'down'),
  move('white_balance_kelvin', of('kelvin', [3500, 5500, 8000]), stat.warmth),
  move('white_balance_kelvin', of('tint', [-60, 10, 60]), stat.greennessOf(3), 'down'),
  move('temperature', of('temp', [-0.5, 0.4, 0.9]), stat.warmth),
  move('temperature', of('tint', [-0.5, -0.1, 0.5]), stat.greennessOf(3), 'down'),
  move('saturation', [-0.6, 0.1, 0.6], stat.colourfulness),
  move('vibrance', [-0.6, 0.1, 0.6], stat.colourfulness),
  move('chroma', [-0.6, 0.1, 0.6], stat.colourfulness),
  move('hue', [-40, 10, 40], stat.channelGap(3, 1, 2)),
  move('brilliance', [-0.5, 0.1, 0.5], stat.patchLightness),
  ...['saturation', 'chroma'].flatMap((kind) =>
    ['shadows', 'midtones', 'highlights'].map((zone) =>
      move(`${kind}_${zone}`, [-0.6, 0.1, 0.6], stat.colourfulness),
    ),
  ),
  ...['shadows', 'midtones', 'highlights'].map((zone) =>
    move(`brilliance_${zone}`, [-0.5, 0.1, 0.5], stat.patchLightness),
  ),
  ...grades.map(({ name, step, chroma }) =>
    move(name, of('chroma', [chroma / 10, chroma / 3, chroma]), stat.castOf(step)),
  ),
  ...grades.map(({ name, step, chroma }) =>
    move(name, of('hue', [0, 90, 120], { chroma }), stat.greennessOf(step)),
  ),
  ...grades.map(({ name }) => move(name, of('luminance', [-0.2, 0.02, 0.2]), stat.lightness)),
  move('monochrome', of('red', [0.1, 0.5, 1]), stat.patchAgainst(3, 2)),
  move('monochrome', of('green', [0.1, 0.5, 1]), stat.patchAgainst(1, 3)),
  move('monochrome', of('blue', [0.1, 0.5, 1]), stat.patchAgainst(2, 3)),
  ...hues.map((hue) =>
    move('hsl_saturation', of(`sat_${hue}`, [-0.8, 0.1, 0.6]), stat.hueStrength(hue)),
  ),
  ...hues.map((hue) => move('hsl_hue', of(`hue_${hue}`, [-25, 5, 25]), stat.hueTurn(hue))),
  ...hues.map((hue) =>
    move('hsl_luminance', of(`bright_${hue}`, [-0.6, 0.1, 0.5]), stat.hueLightness(hue)),
  ),
  ...hues.map((hue) =>
    move('bw_convert', of(`bright_${hue}`, [-0.6, 0.1, 0.5]), stat.hueLightness(hue)),
  ),
  apart('camera_multipliers', of('red', [0.7, 1.1, 1.6]), stat.warmth),
  apart('camera_multipliers', of('green', [0.7, 1.1, 1.6]), stat.greennessOf(3)),
  apart('camera_multipliers', of('blue', [0.7, 1.1, 1.6]), stat.warmth, 'down'),
  move('darken_sky', [-2, -1, -0.3], stat.lightness),
  move('lift_foreground', [0.2, 0.6, 1.2], stat.lightness),
  move('lift_subject', [0.2, 0.6, 1.2], stat.lightness),
  move('smooth_skin', [-0.9, -0.5, -0.1], stat.stripes),
  move('deepen_blues', [-2, -1, -0.3], stat.lightness),
  move('skin_uniformity', of('sat_orange', [-0.9, -0.5, -0.1]), stat.hueStrength('orange')),
  move('skin_uniformity', of('even', [0, 0.4, 1]), stat.hueTurn('red')),
  move('calm_greens', [-0.9, -0.5, -0.1], stat.colourfulness),
]
