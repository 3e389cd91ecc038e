import { defineLayout, f32, floats, i32, text } from './define-layout.ts'

const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** The modules that move pixels. */
export const geometryLayouts = [
  defineLayout('crop', 1, { blendSpace: 'none', once: true }, [
    f32('cx', 0, 0),
    f32('cy', 0, 0),
    f32('cw', 1, 1),
    f32('ch', 1, 1),
    i32('ratio_n', -1),
    i32('ratio_d', -1),
  ]),
  defineLayout('ashift', 5, { blendSpace: 'none', once: true }, [
    f32('rotation', 0, 0),
    f32('lensshift_v', 0, 0),
    f32('lensshift_h', 0, 0),
    f32('shear', 0, 0),
    f32('f_length', 28),
    f32('crop_factor', 1),
    f32('orthocorr', 100),
    f32('aspect', 1, 1),
    i32('mode', 0),
    // Crops to the shape of the photo itself.
    i32('cropmode', 2),
    f32('cl', 0),
    f32('cr', 1),
    f32('ct', 0),
    f32('cb', 1),
    ...floats('last_drawn_lines', zeros(200)),
    i32('last_drawn_lines_count', 0),
    ...floats('last_quad_lines', zeros(8)),
  ]),
  defineLayout('flip', 2, { blendSpace: 'none', once: true }, [i32('orientation', -1)]),
  defineLayout('lens', 6, { blendSpace: 'none', once: true }, [
    i32('method', 1),
    i32('modify_flags', 7),
    i32('inverse', 0),
    f32('scale', 1),
    f32('crop', 1),
    f32('focal', 0),
    f32('aperture', 0),
    f32('distance', 1000),
    i32('target_geom', 1),
    text('camera', 128),
    text('lens', 128),
    i32('tca_override', 0),
    f32('tca_r', 1),
    f32('tca_b', 1),
    f32('cor_dist_ft', 1),
    f32('cor_vig_ft', 1),
    i32('modified', 1),
  ]),
]
