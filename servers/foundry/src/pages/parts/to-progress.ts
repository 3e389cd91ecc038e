import { html, type Html, type MeterPart, toMeter } from '@toolaccord/pages'
import { percentOf } from '../view/count-progress.ts'
import type { Progress } from '../view/spec-view.ts'

/** Writes how far some work is: a title, a bar, and the same in words. */
export const toProgress = (title: string, progress: Progress): Html =>
  html`<div class="progress"><p class="row"><span>${title}</span
  >${progress.total > 0 && html`<strong class="figure-number">${percentOf(progress)}%</strong>`}</p>
${toMeter(toMeterParts(progress), progress.total, `${title}: ${toProgressWords(progress)}`)}
<p class="small muted figure-number">${toProgressWords(progress)}</p></div>`

/** The parts of a bar: what is settled, runs, failed, is blocked. */
export const toMeterParts = (progress: Progress): readonly MeterPart[] => [
  { tone: 'good', count: progress.completed },
  { tone: 'calm', count: progress.cancelled },
  { tone: 'busy', count: progress.running },
  { tone: 'bad', count: progress.failed },
  { tone: 'warn', count: progress.blocked },
]

/** Says how far some work is; what there is none of is left out. */
export function toProgressWords(progress: Progress): string {
  const { total, completed, cancelled, running, blocked, failed } = progress
  if (total === 0) return 'Nothing yet'
  const counts: readonly (readonly [number, string])[] = [
    [cancelled, 'cancelled'],
    [running, 'in progress'],
    [blocked, 'blocked'],
    [failed, 'failed'],
  ]
  const others = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return [`${completed} of ${total} completed`, ...others].join(', ')
}
