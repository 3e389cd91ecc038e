import { type Html, html } from '../html.ts'
import type { Tone } from './tone.ts'

/** One part of a meter. */
export interface MeterPart {
  readonly tone: Tone
  readonly count: number
}

/** Writes a bar whose parts are as wide as their share of the total. */
export function toMeter(parts: readonly MeterPart[], total: number, label: string): Html {
  let left = 0
  const bars = parts.flatMap(({ tone, count }) => {
    if (count <= 0 || total <= 0) return []
    const x = toPercent(left, total)
    left += count
    return html`<rect class="${tone}" x="${x}" width="${toPercent(count, total)}" height="100%"></rect>`
  })
  return html`<svg class="meter" role="img" aria-label="${label}" width="100%" height="8">${bars}</svg>`
}

const toPercent = (count: number, total: number): string =>
  `${Math.round((10_000 * count) / total) / 100}%`
