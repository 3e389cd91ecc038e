import { defineLayout, f32, type FieldDraft, i32 } from './define-layout.ts'

/** The most spots that one retouch module can hold. */
export const mostSpots = 300

const spot = (index: number): readonly FieldDraft[] => [
  i32(`spot[${index}].form`, 0),
  i32(`spot[${index}].scale`, 0),
  i32(`spot[${index}].algorithm`, 0),
  i32(`spot[${index}].blur_type`, 0),
  f32(`spot[${index}].blur_radius`, 0),
  i32(`spot[${index}].fill_mode`, 0),
  f32(`spot[${index}].fill_red`, 0),
  f32(`spot[${index}].fill_green`, 0),
  f32(`spot[${index}].fill_blue`, 0),
  f32(`spot[${index}].fill_brightness`, 0),
  i32(`spot[${index}].distort_mode`, 0),
]

/** The layout of the retouch module: an array of spots, then the settings of the module. */
export const retouchLayout = defineLayout('retouch', 3, {}, [
  ...Array.from({ length: mostSpots }, (_, index) => spot(index)).flat(),
  i32('algorithm', 2),
  i32('num_scales', 0),
  i32('curr_scale', 0),
  i32('merge_from_scale', 0),
  f32('preview_level_low', -3),
  f32('preview_level_mid', 0),
  f32('preview_level_high', 3),
  i32('blur_type', 0),
  f32('blur_radius', 10),
  i32('fill_mode', 0),
  f32('fill_red', 0),
  f32('fill_green', 0),
  f32('fill_blue', 0),
  f32('fill_brightness', 0),
  i32('max_heal_iterations', 2000),
])
