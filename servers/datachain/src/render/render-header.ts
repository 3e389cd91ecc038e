import { html, type Html, join } from '../html/html.ts'
import type { ResolvedDatachain } from '../model/index.ts'
import type { Section } from './arrange.ts'
import type { Page } from './page/page.ts'

/** The title of the whole, as plain text with its language. */
export const titleText = (
  page: Page,
  { title, schema_snapshot: { datachain_type: type } }: ResolvedDatachain,
): { readonly locale: string; readonly value: string } =>
  page.pick(title) ??
  page.pick(type.name) ?? { locale: page.words.lang, value: page.words.untitled }

/** What the document describes, who wrote it, and what it leaves out. */
export function renderHeader(
  page: Page,
  resolved: ResolvedDatachain,
  sections: readonly Section[],
): Html {
  const { words } = page
  const { schema_snapshot: snapshot, authoring_provenance: authoring } = resolved
  const title = titleText(page, resolved)
  const shown = page.marked(title.locale, title.value)
  const type = page.text(snapshot.datachain_type.name)
  const marks = [
    page.cite(resolved.sources, shown),
    page.cite(snapshot.datachain_type.sources, shown),
  ].flat()
  const lead = page.text(resolved.description) ?? page.text(snapshot.datachain_type.description)
  return html`
<header class="top">
${type && html`<p class="type">${type}</p>`}
<h1>${shown}</h1>
${lead !== undefined || marks.length > 0 ? html`<p class="lead prose">${lead}${marks}</p>` : undefined}
${authoring?.kind === 'ai_generated' && html`<div class="notice ai" role="note"><p><strong>${words.aiWritten}.</strong> ${words.aiNote}</p>${origin(page, authoring)}</div>`}
${renderMissing(page, sections)}
</header>`
}

function origin(
  page: Page,
  {
    model,
    generated_at: at,
  }: { readonly model?: string | undefined; readonly generated_at?: string | undefined },
): Html | undefined {
  const parts = [
    model !== undefined && html`${page.words.model}${page.words.colon}${model}`,
    at !== undefined && page.day(at),
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : html`<p class="origin">${join(parts, ' · ')}</p>`
}

function renderMissing(page: Page, sections: readonly Section[]): Html | undefined {
  const missing = sections.filter(({ placed }) => placed.length === 0)
  if (missing.length === 0) return undefined
  const links = missing.map(
    ({ anchor, category }) =>
      html`<a href="#${anchor}">${category && (page.text(category.name) ?? category.id)}</a>`,
  )
  return html`<div class="notice warn" role="note"><p><strong>${page.words.missing}${page.words.colon}</strong>${join(links, ', ')}</p></div>`
}
