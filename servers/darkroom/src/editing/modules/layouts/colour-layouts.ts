import { curve, defineLayout, f32, floats, i32, monotone } from './define-layout.ts'

const zeros = [0, 0, 0, 0]

/**
 * The Lab hues of red, orange, yellow, green, cyan, blue, lavender and magenta in degrees, measured
 * on half saturated renders.
 */
const hues = [29.9, 64.3, 100.6, 136.8, 196.9, 277.8, 309, 337.3]
const hueNodes = hues.map((degrees) => [degrees / 360, 0.5] as const)

/** The modules that change colours. */
export const colourLayouts = [
  // These replace the multipliers of the camera, so no value leaves a raw photo as it was shot.
  defineLayout('temperature', 3, { blendSpace: 'none', once: true }, [
    f32('red', 1),
    f32('green', 1),
    f32('blue', 1),
    f32('fourth', 1),
  ]),
  defineLayout('colorbalancergb', 5, {}, [
    ...['shadows', 'midtones', 'highlights', 'global'].flatMap((zone) => [
      f32(`${zone}_Y`, 0, 0),
      f32(`${zone}_C`, 0, 0),
      f32(`${zone}_H`, 0),
    ]),
    f32('shadows_weight', 1),
    f32('white_fulcrum', 0),
    f32('highlights_weight', 1),
    f32('chroma_shadows', 0, 0),
    f32('chroma_highlights', 0, 0),
    f32('chroma_global', 0, 0),
    f32('chroma_midtones', 0, 0),
    f32('saturation_global', 0, 0),
    f32('saturation_highlights', 0, 0),
    f32('saturation_midtones', 0, 0),
    f32('saturation_shadows', 0, 0),
    f32('hue_angle', 0, 0),
    f32('brilliance_global', 0, 0),
    f32('brilliance_highlights', 0, 0),
    f32('brilliance_midtones', 0, 0),
    f32('brilliance_shadows', 0, 0),
    f32('mask_grey_fulcrum', 0.1845),
    f32('vibrance', 0, 0),
    f32('grey_fulcrum', 0.1845),
    f32('contrast', 0, 0),
    i32('saturation_formula', 1),
  ]),
  defineLayout('channelmixerrgb', 3, {}, [
    ...floats('red', [1, 0, 0, 0], [1, 0, 0, 0]),
    ...floats('green', [0, 1, 0, 0], [0, 1, 0, 0]),
    ...floats('blue', [0, 0, 1, 0], [0, 0, 1, 0]),
    ...floats('saturation', zeros, zeros),
    ...floats('lightness', zeros, zeros),
    // A grey row of zeros keeps the colours, any other removes them all: nothing is in between.
    ...floats('grey', zeros),
    ...['red', 'green', 'blue', 'saturation', 'lightness'].map((row) => i32(`normalize_${row}`, 0)),
    i32('normalize_grey', 1),
    i32('illuminant', 0),
    i32('illum_fluo', 2),
    i32('illum_led', 0),
    i32('adaptation', 4),
    f32('x', 0.333),
    f32('y', 0.333),
    f32('temperature', 5003),
    f32('gamut', 0),
    i32('clip', 1),
    i32('version', 2),
  ]),
  // Monotone curves: a node moves nothing beyond its two neighbours. The smooth mode keeps greys.
  defineLayout('colorzones', 5, { blendSpace: 'lab' }, [
    i32('channel', 2),
    ...curve('L', hueNodes),
    ...curve('C', hueNodes),
    ...curve('h', hueNodes),
    ...[0, 1, 2].map((index) => i32(`nodes[${index}]`, hueNodes.length)),
    ...[0, 1, 2].map((index) => i32(`type[${index}]`, monotone)),
    f32('strength', 0),
    i32('mode', 0),
    i32('splines_version', 1),
  ]),
]
