import { describe, expect, it } from 'vitest'
import { html } from '../html.ts'
import { toBadge } from './to-badge.ts'
import { toMeter } from './to-meter.ts'
import { toTable } from './to-table.ts'
import { toTime } from './to-time.ts'

describe('a badge', () => {
  it('says in words what its colour says, and hides its sign from readers', () => {
    const badge = toBadge('bad', 'cross', 'Failed').toString()
    expect(badge).toContain('class="badge bad"')
    expect(badge).toMatch(/aria-hidden="true".*Failed/)
  })
})

describe('a meter', () => {
  it('has parts as wide as their share, one after the other', () => {
    const parts = [
      { tone: 'good', count: 1 },
      { tone: 'calm', count: 0 },
      { tone: 'busy', count: 2 },
    ] as const
    const meter = toMeter(parts, 8, 'Three of eight').toString()
    expect(meter).toContain('aria-label="Three of eight"')
    expect(meter).toContain('<rect class="good" x="0%" width="12.5%"')
    expect(meter).toContain('<rect class="busy" x="12.5%" width="25%"')
    expect(meter).not.toContain('calm')
  })

  it('is empty if there is nothing', () => {
    expect(toMeter([{ tone: 'good', count: 0 }], 0, 'Nothing').toString()).not.toContain('<rect')
  })
})

describe('a moment', () => {
  it('is written in UTC, whatever its offset', () => {
    expect(toTime('2026-11-16T23:30:00-02:00').toString()).toBe(
      '<time datetime="2026-11-17T01:30:00.000Z">17 Nov 2026, 01:30 UTC</time>',
    )
  })

  it('stays what it is if it is not a date', () => {
    expect(toTime('<soon>').toString()).toBe('&lt;soon&gt;')
  })
})

describe('a table', () => {
  it('names every cell by its column, and leaves empty ones out of the card', () => {
    const table = toTable({
      caption: 'Plans',
      columns: ['Plan', 'State', 'Held'],
      rows: [{ key: 'a', cells: [html`<b>A</b>`, 'open', undefined] }],
    }).toString()
    expect(table).toContain('<th role="rowheader" scope="row"><b>A</b></th>')
    expect(table).toContain('<td role="cell" data-label="State"><div>open</div></td>')
    expect(table).toContain('<td role="cell" class="none"></td>')
  })
})
