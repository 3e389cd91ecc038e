import { type Html, html, toHtml } from '../html.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Writes a moment in English and UTC, the same on every machine; what is not a date stays. */
export function toTime(timestamp: string): Html {
  const time = Date.parse(timestamp)
  if (Number.isNaN(time)) return toHtml(timestamp)
  const date = new Date(time)
  const iso = date.toISOString()
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return html`<time datetime="${iso}">${day}, ${iso.slice(11, 16)} UTC</time>`
}
