export { type PolicyOptions, contentSecurityPolicy } from './content-security-policy.ts'
export { type PageEvents, type PageEventsOptions, createPageEvents } from './create-page-events.ts'
export { type Html, type Part, html, join, safe, toHtml } from './html.ts'
export { type PageWords, englishWords } from './english-words.ts'
export type { Tone } from './parts/tone.ts'
export { type Sign, toBadge, toSign } from './parts/to-badge.ts'
export { type MeterPart, toMeter } from './parts/to-meter.ts'
export { type TableInit, type TableRow, toTable } from './parts/to-table.ts'
export { toTime } from './parts/to-time.ts'
export { stylesheet } from './stylesheet.ts'
export {
  type LivePage,
  type PageInit,
  type PageLink,
  type PageNavigation,
  toPage,
} from './to-page.ts'
