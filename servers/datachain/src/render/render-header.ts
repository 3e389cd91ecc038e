import { html, type Html, join } from '@toolaccord/pages'
import type { LocalizedText, ResolvedDatachain } from '../model/index.ts'
import type { Section } from './arrange.ts'
import type { Page } from './page/page.ts'

/** The title of the document as plain text, with its language. */
export function titleText(page: Page, resolved: ResolvedDatachain): LocalizedText[number] {
  const { lang, untitled } = page.words
  const type = resolved.schema_snapshot.datachain_type
  return page.pick(resolved.title) ?? page.pick(type.name) ?? { locale: lang, value: untitled }
}

/** The beginning of the document: what it describes, who wrote it, and what it leaves out. */
export function renderHeader(
  page: Page,
  resolved: ResolvedDatachain,
  sections: readonly Section[],
): Html {
  const { datachain_type: datachainType } = resolved.schema_snapshot
  const title = titleText(page, resolved)
  const shown = page.marked(title.locale, title.value)
  const type = page.text(datachainType.name)
  const marks = [...page.cite(resolved.sources, shown), ...page.cite(datachainType.sources, shown)]
  const lead = page.text(resolved.description) ?? page.text(datachainType.description)
  const hasLead = lead !== undefined || marks.length > 0
  return html`
<header class="top">
${type && html`<p class="type">${type}</p>`}
<h1>${shown}</h1>
${hasLead && html`<p class="lead prose">${lead}${marks}</p>`}
${renderAuthor(page, resolved)}
${renderMissing(page, sections)}
</header>`
}

function renderAuthor(
  page: Page,
  { authoring_provenance: authoring }: ResolvedDatachain,
): Html | undefined {
  if (authoring?.kind !== 'ai_generated') return undefined
  const { aiWritten, aiNote } = page.words
  const origin = renderOrigin(page, authoring.model, authoring.generated_at)
  return html`<div class="notice ai" role="note"><p><strong>${aiWritten}.</strong> ${aiNote}</p>${origin}</div>`
}

function renderOrigin(
  page: Page,
  model: string | undefined,
  generatedAt: string | undefined,
): Html | undefined {
  const parts: Html[] = []
  if (model !== undefined) parts.push(html`${page.words.model}${page.words.colon}${model}`)
  if (generatedAt !== undefined) parts.push(page.day(generatedAt))
  return parts.length === 0 ? undefined : html`<p class="origin">${join(parts, ' · ')}</p>`
}

function renderMissing(page: Page, sections: readonly Section[]): Html | undefined {
  const missing = sections.filter(({ placed }) => placed.length === 0)
  if (missing.length === 0) return undefined
  const links = missing.map(({ anchor, category }) => {
    const name = category && (page.text(category.name) ?? category.id)
    return html`<a href="#${anchor}">${name}</a>`
  })
  return html`<div class="notice warn" role="note"><p><strong>${page.words.missing}${page.words.colon}</strong>${join(links, ', ')}</p></div>`
}
