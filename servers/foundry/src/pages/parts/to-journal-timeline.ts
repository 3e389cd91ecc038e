import { html, type Html, toTime, type Tone } from '@toolaccord/pages'
import type { JournalEntry } from '../../spec/spec.ts'
import type { JournalView, SpecView } from '../view/spec-view.ts'
import { toPartLink } from './to-part-links.ts'

const looks: Readonly<Record<JournalEntry['entry_type'], readonly [Tone, string]>> = {
  status_change: ['busy', 'State'],
  deviation: ['warn', 'Deviation'],
  blocker: ['bad', 'Blocker'],
  decision: ['fresh', 'Decision'],
  note: ['calm', 'Note'],
}

/** Writes the journal as a timeline, the newest line first. */
export function toJournalTimeline({ journal, olderLines }: SpecView): Html {
  if (journal.length === 0)
    return html`<p class="empty">Nothing has happened yet. Every change of a state is noted here.</p>`
  return html`<ol class="timeline">${journal.map(toLine)}</ol>
${olderLines > 0 && html`<p class="muted small">${olderLines} older lines are in the journal of the file.</p>`}`
}

function toLine({ key, timestamp, entry_type, title, content, author, about }: JournalView): Html {
  const [tone, word] = looks[entry_type] ?? looks.note
  return html`
<li class="${tone}" data-key="${key}"><p class="small muted">${toTime(timestamp)} · ${word} · ${author}</p>
<h3>${title}</h3>
${content !== title && html`<p class="prose">${content}</p>`}
${about && html`<p class="small">${toPartLink(about)}</p>`}</li>`
}
