/** How far in CIE 1960 uv a tint of 100 lies from the daylight locus. */
const widestTint = 0.02

/**
 * The chromaticity of daylight of a colour temperature; a positive tint takes the light for
 * greener, so the picture turns to magenta.
 */
export function toIlluminant(kelvin: number, tint: number): readonly [x: number, y: number] {
  const [u, v] = toUv(daylight(kelvin))
  const [nextU, nextV] = toUv(daylight(kelvin * 1.001))
  const length = Math.hypot(nextU - u, nextV - v)
  const offset = (tint / 100) * widestTint
  // A quarter turn from the direction of the locus: towards green.
  const [tintedU, tintedV] = [
    u + (offset * (nextV - v)) / length,
    v - (offset * (nextU - u)) / length,
  ]
  const scale = 2 * tintedU - 8 * tintedV + 4
  return [(3 * tintedU) / scale, (2 * tintedV) / scale]
}

/**
 * The CIE daylight locus; below 4000 K, where it ends, the Planckian one by Kim and others, moved
 * to meet it.
 */
function daylight(kelvin: number): readonly [number, number] {
  if (kelvin >= 4000) return daylightLocus(kelvin)
  const [x, y] = planckian(kelvin)
  const [toX, toY] = daylightLocus(4000)
  const [fromX, fromY] = planckian(4000)
  return [x + toX - fromX, y + toY - fromY]
}

function daylightLocus(kelvin: number): readonly [number, number] {
  const t = 1000 / kelvin
  const x =
    kelvin <= 7000
      ? ((-4.607 * t + 2.9678) * t + 0.099_11) * t + 0.244_063
      : ((-2.0064 * t + 1.9018) * t + 0.247_48) * t + 0.237_04
  return [x, -3 * x * x + 2.87 * x - 0.275]
}

function planckian(kelvin: number): readonly [number, number] {
  const t = 1000 / kelvin
  const x = ((-0.266_123_9 * t - 0.234_358_9) * t + 0.877_695_6) * t + 0.179_91
  const [a, b, c, d] =
    kelvin < 2222
      ? [-1.106_381_4, -1.348_110_2, 2.185_558_32, -0.202_196_83]
      : [-0.954_947_6, -1.374_185_93, 2.091_370_15, -0.167_488_67]
  return [x, ((a * x + b) * x + c) * x + d]
}

const toUv = ([x, y]: readonly [number, number]): readonly [number, number] => {
  const scale = -2 * x + 12 * y + 3
  return [(4 * x) / scale, (6 * y) / scale]
}
