import { type Matrix, multiply, srgbToXyz, type Triple } from './srgb-to-xyz.ts'

const xyzToRec2020: Matrix = [
  [1.716_651_19, -0.355_670_78, -0.253_366_28],
  [-0.666_684_35, 1.616_481_24, 0.015_768_55],
  [0.017_639_86, -0.042_770_61, 0.942_103_12],
]

/** Converts an sRGB value from 0 to 1 to linear light. */
export function toLinear(value: number): number {
  if (value <= 0.040_45) return value / 12.92
  return ((value + 0.055) / 1.055) ** 2.4
}

/** Converts linear light to an sRGB value from 0 to 1. */
export function fromLinear(light: number): number {
  if (light <= 0.003_130_8) return light * 12.92
  return 1.055 * light ** (1 / 2.4) - 0.055
}

/** Converts a lightness from 0 to 1, which is CIE L* divided by 100, to linear light. */
export function lightnessToLight(lightness: number): number {
  if (lightness <= 0.08) return (lightness * 100) / 903.296_3
  return ((lightness * 100 + 16) / 116) ** 3
}

/** Converts linear sRGB to linear Rec. 2020, the working colours of darktable. */
export const toWorking = (rgb: Triple): Triple => multiply(xyzToRec2020, srgbToXyz(rgb))
