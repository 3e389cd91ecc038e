import { html, type Html } from '@toolaccord/pages'
import type { ElementProvenance } from '../model/index.ts'
import type { Page } from './page/page.ts'

const levels = { high: 3, medium: 2, low: 1 } as const

/** Why an AI chose an entry, how sure it was, and the quotes that it relied on. */
export function renderProvenance(page: Page, provenance: ElementProvenance, title: Html): Html {
  const { words } = page
  const { rationale, confidence } = provenance
  const sure =
    confidence &&
    html`<span class="sure">${words.confidence}${words.colon}${words.confidences[confidence]} ${meter(levels[confidence])}</span>`
  const quotes = renderQuotes(page, provenance, title)
  const heading = html`<span class="badge ai">${words.aiWritten}</span>${sure}`
  if (rationale === undefined && quotes.length === 0)
    return html`
<p class="provenance">${heading}</p>`
  const why =
    rationale !== undefined &&
    html`<p><span class="label">${words.why}${words.colon}</span>${rationale}</p>`
  const label = quotes.length > 0 && html`<p class="label">${words.quotes}${words.colon}</p>`
  return html`
<details class="provenance"><summary>${heading}</summary>
<div class="inside">${why}${label}${quotes}</div></details>`
}

function renderQuotes(
  page: Page,
  { source_references: references }: ElementProvenance,
  title: Html,
): readonly Html[] {
  return references.map(({ quote, context }) => {
    page.count(title.toString().length)
    const mark = page.citations.quote(quote, context, title)
    const origin = context !== undefined && html`<figcaption class="prose">${context}</figcaption>`
    return html`
<figure><blockquote><p><span class="quoted">${quote}</span>${mark}</p></blockquote>${origin}</figure>`
  })
}

/** Three dots, some of them full; the words beside them say the same. */
function meter(level: 1 | 2 | 3): Html {
  const dots = [4, 15, 26].map(
    (x, at) => html`<circle cx="${x}" cy="4" r="3.25"${at < level && html` class="full"`}/>`,
  )
  return html`<svg class="meter" width="30" height="8" viewBox="0 0 30 8" aria-hidden="true">${dots}</svg>`
}
