import { type Html, html, safe } from '../html.ts'
import type { Tone } from './tone.ts'

/** The sign in a badge, so that it can be told from others without colours. */
export type Sign =
  | 'empty'
  | 'half'
  | 'dot'
  | 'check'
  | 'bar'
  | 'cross'
  | 'wait'
  | 'slash'
  | 'question'
  | 'plus'

const ring = '<circle cx="8" cy="8" r="6.25"/>'

const signs: Readonly<Record<Sign, string>> = {
  empty: ring,
  half: `${ring}<path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none"/>`,
  dot: `${ring}<circle cx="8" cy="8" r="2.5" fill="currentColor" stroke="none"/>`,
  check: '<path d="m2.5 8.5 4 4 7-9"/>',
  bar: `${ring}<path d="M4.5 8h7"/>`,
  cross: '<path d="m3.5 3.5 9 9m0-9-9 9"/>',
  wait: `${ring}<path d="M8 4.5V8l2.5 1.75"/>`,
  slash: `${ring}<path d="m4 12 8-8"/>`,
  plus: '<path d="M8 2.5v11M2.5 8h11"/>',
  question: '<path d="M5 5.5a3 3 0 1 1 4.3 2.7C8.4 8.7 8 9.2 8 10.2M8 13.2v.6"/>',
}

/** Writes a sign, as a picture that assistive technology skips. */
export const toSign = (sign: Sign): Html =>
  safe(
    '<svg viewBox="0 0 16 16" width="12" height="12" fill="none" stroke="currentColor" ' +
      `stroke-width="2" stroke-linecap="round" aria-hidden="true">${signs[sign]}</svg>`,
  )

/** Writes a badge: a sign and a word in the colours of a tone. */
export const toBadge = (tone: Tone, sign: Sign, text: string): Html =>
  html`<span class="badge ${tone}">${toSign(sign)}${text}</span>`
