import { defineLayout, f32, floats, i32 } from './define-layout.ts'

const bands = Array.from({ length: 42 }, (_, index) => (index % 7) / 6)

/** The modules that change sharpness, local contrast, noise and haze. */
export const detailLayouts = [
  defineLayout('bilat', 3, { blendSpace: 'lab' }, [
    i32('mode', 1),
    f32('sigma_r', 0.5),
    f32('sigma_s', 0.5),
    f32('detail', 0.25, 0),
    f32('midtone', 0.5),
  ]),
  defineLayout('grain', 2, { blendSpace: 'lab' }, [
    i32('channel', 2),
    f32('scale', 1600 / 213.2),
    f32('strength', 25, 0),
    f32('midtones_bias', 100),
  ]),
  defineLayout('sharpen', 1, { blendSpace: 'lab' }, [
    f32('radius', 2),
    f32('amount', 0.5, 0),
    f32('threshold', 0.5),
  ]),
  defineLayout('hazeremoval', 1, {}, [f32('strength', 0.2, 0), f32('distance', 0.2)]),
  defineLayout('diffuse', 2, {}, [
    i32('iterations', 1),
    f32('sharpness', 0, 0),
    i32('radius', 8),
    f32('regularization', 0),
    f32('variance_threshold', 0),
    f32('anisotropy_first', 0),
    f32('anisotropy_second', 0),
    f32('anisotropy_third', 0),
    f32('anisotropy_fourth', 0),
    f32('threshold', 0),
    f32('first', 0, 0),
    f32('second', 0, 0),
    f32('third', 0, 0),
    f32('fourth', 0, 0),
    i32('radius_center', 0),
  ]),
  defineLayout('denoiseprofile', 11, {}, [
    f32('radius', 1),
    f32('nbhood', 7),
    f32('strength', 1),
    f32('shadows', 1),
    f32('bias', 0),
    f32('scattering', 0),
    f32('central_pixel_weight', 0.1),
    f32('overshooting', 1),
    // A first value of -1 asks for the profile of the camera.
    ...floats('a', [-1, 0, 0]),
    ...floats('b', [0, 0, 0]),
    i32('mode', 0),
    ...floats('x', bands),
    ...floats(
      'y',
      bands.map(() => 0.5),
    ),
    i32('wb_adaptive_anscombe', 1),
    i32('fix_anscombe_and_nlmeans_norm', 1),
    i32('use_new_vst', 1),
    i32('wavelet_color_mode', 1),
  ]),
]
