import { html, type Html, type Part } from '../html/html.ts'
import type { ResolvedDatachain } from '../model/index.ts'
import type { Page } from './page/page.ts'

/** What is known about the document itself. */
export function renderAbout(page: Page, resolved: ResolvedDatachain): Html {
  const { words } = page
  const { authoring_provenance: authoring, linked_instance_ids: linked } = resolved
  const rows: readonly (readonly [string, Part])[] = [
    [words.identifier, resolved.id],
    [words.edition, resolved.instance_version],
    [words.created, page.day(resolved.created_at)],
    [words.updated, resolved.updated_at !== undefined && page.day(resolved.updated_at)],
    [words.schema, resolved.schema_version],
    [
      words.author,
      authoring &&
        (authoring.kind === 'human' ? words.humanWritten : (authoring.model ?? words.aiWritten)),
    ],
    [words.linked, linked.length > 0 && html`<ul>${linked.map((id) => html`<li>${id}</li>`)}</ul>`],
  ]
  const shown = rows.filter(([, value]) => value !== undefined && value !== false)
  return html`
<section class="part" aria-labelledby="about"><h2 id="about">${words.about}</h2>
<dl class="about">${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`
}
