/** The distance of a tint of 100 from the daylight locus, in CIE 1960 uv. */
const widestTint = 0.02

/**
 * Returns the chromaticity of daylight of a colour temperature. A positive tint assumes greener
 * light, so the picture turns to magenta.
 */
export function toIlluminant(kelvin: number, tint: number): readonly [x: number, y: number] {
  const [u, v] = toUv(daylight(kelvin))
  const [nextU, nextV] = toUv(daylight(kelvin * 1.001))
  const length = Math.hypot(nextU - u, nextV - v)
  const offset = (tint / 100) * widestTint
  // A quarter turn from the direction of the locus leads towards green.
  const tintedU = u + (offset * (nextV - v)) / length
  const tintedV = v - (offset * (nextU - u)) / length
  const scale = 2 * tintedU - 8 * tintedV + 4
  return [(3 * tintedU) / scale, (2 * tintedV) / scale]
}

/**
 * The CIE daylight locus, which ends at 4000 K. Below, the Planckian locus by Kim and others, moved
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
  const x = daylightX(kelvin)
  return [x, -3 * x * x + 2.87 * x - 0.275]
}

function daylightX(kelvin: number): number {
  const t = 1000 / kelvin
  if (kelvin <= 7000) return ((-4.607 * t + 2.9678) * t + 0.099_11) * t + 0.244_063
  return ((-2.0064 * t + 1.9018) * t + 0.247_48) * t + 0.237_04
}

function planckian(kelvin: number): readonly [number, number] {
  const t = 1000 / kelvin
  const x = ((-0.266_123_9 * t - 0.234_358_9) * t + 0.877_695_6) * t + 0.179_91
  return [x, planckianY(kelvin, x)]
}

function planckianY(kelvin: number, x: number): number {
  if (kelvin < 2222) return ((-1.106_381_4 * x - 1.348_110_2) * x + 2.185_558_32) * x - 0.202_196_83
  return ((-0.954_947_6 * x - 1.374_185_93) * x + 2.091_370_15) * x - 0.167_488_67
}

const toUv = ([x, y]: readonly [number, number]): readonly [number, number] => {
  const scale = -2 * x + 12 * y + 3
  return [(4 * x) / scale, (6 * y) / scale]
}
