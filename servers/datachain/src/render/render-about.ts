import { html, type Html, type Part } from '@toolaccord/pages'
import type { ResolvedDatachain } from '../model/index.ts'
import type { Page } from './page/page.ts'

/** The facts about the document itself. */
export function renderAbout(page: Page, resolved: ResolvedDatachain): Html {
  const { words } = page
  const { updated_at: updated } = resolved
  const rows: readonly (readonly [label: string, value: Part])[] = [
    [words.identifier, resolved.id],
    [words.edition, resolved.instance_version],
    [words.created, page.day(resolved.created_at)],
    [words.updated, updated !== undefined && page.day(updated)],
    [words.schema, resolved.schema_version],
    [words.author, authorOf(page, resolved)],
    [words.linked, renderLinked(resolved)],
  ]
  const shown = rows
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)
  return html`
<section class="part" aria-labelledby="about"><h2 id="about">${words.about}</h2>
<dl class="about">${shown}</dl></section>`
}

function authorOf(
  { words }: Page,
  { authoring_provenance: authoring }: ResolvedDatachain,
): string | undefined {
  if (authoring === undefined) return undefined
  if (authoring.kind === 'human') return words.humanWritten
  return authoring.model ?? words.aiWritten
}

function renderLinked({ linked_instance_ids: linked }: ResolvedDatachain): Html | undefined {
  if (linked.length === 0) return undefined
  const items = linked.map((id) => html`<li>${id}</li>`)
  return html`<ul>${items}</ul>`
}
