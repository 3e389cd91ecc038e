import { type Html, html, type Part } from '../html.ts'

/** A table, which is shown as a card per row on a phone. */
export interface TableInit {
  /** Says what the rows are, for those who cannot see the table. */
  readonly caption: string
  /** The first column names its row. */
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

/** One row; a cell that is undefined or false is left out of the card. */
export interface TableRow {
  /** Names the row among others when the page is updated. */
  readonly key: string
  readonly cells: readonly Part[]
}

/** Writes a table. Its roles are written out, because some browsers forget them in cards. */
export function toTable({ caption, columns, rows }: TableInit): Html {
  const head = columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)
  const body = rows.map(
    ({ key, cells }) => html`
<tr role="row" data-key="${key}">${cells.map((cell, at) => toCell(cell, at, columns))}</tr>`,
  )
  return html`<table role="table"><caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`
}

function toCell(cell: Part, at: number, columns: readonly string[]): Html {
  if (at === 0) return html`<th role="rowheader" scope="row">${cell}</th>`
  if (cell === undefined || cell === false) return html`<td role="cell" class="none"></td>`
  return html`<td role="cell" data-label="${columns[at]}"><div>${cell}</div></td>`
}
