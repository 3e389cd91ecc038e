/** Red, green and blue, each from 0 to 1. */
export type Channels = readonly [red: number, green: number, blue: number]

/** The channels of a six-digit hex colour; undefined for any other string. */
export function parseColour(text: string): Channels | undefined {
  if (!/^#[\da-f]{6}$/i.test(text)) return undefined
  return [channelAt(text, 1), channelAt(text, 3), channelAt(text, 5)]
}

const channelAt = (text: string, at: number): number =>
  Number.parseInt(text.slice(at, at + 2), 16) / 255

/** Relative luminance (WCAG 2.2): 0 for black, 1 for white. */
export function luminanceOf([red, green, blue]: Channels): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** The luminance of the ink on a colour: black on light colours, white on dark ones. */
export const innerLuminance = (luminance: number): number => (luminance >= 0.179 ? 0 : 1)

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export const contrastOf = (a: number, b: number): number =>
  (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
