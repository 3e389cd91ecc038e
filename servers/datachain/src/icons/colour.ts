/** The channels of a six-digit hex colour, from 0 to 1; undefined for any other text. */
export function parseColour(text: string): readonly [number, number, number] | undefined {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? []
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [toChannel(red), toChannel(green), toChannel(blue)]
}

const toChannel = (hex: string): number => Number.parseInt(hex, 16) / 255

/** Relative luminance (WCAG 2.2): 0 for black, 1 for white. */
export function luminanceOf([red, green, blue]: readonly [number, number, number]): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** The luminance of what is drawn on a colour: black on light ones, white on dark ones. */
export const innerLuminance = (luminance: number): number => (luminance >= 0.179 ? 0 : 1)

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export const contrastOf = (a: number, b: number): number =>
  (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
