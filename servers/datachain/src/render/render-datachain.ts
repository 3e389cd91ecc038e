import { html, type Html, safe } from '@toolaccord/pages'
import { createIcons, type Icons } from '../icons/create-icons.ts'
import type { ResolvedDatachain } from '../model/index.ts'
import { arrange, type Section } from './arrange.ts'
import { Page } from './page/page.ts'
import { renderAbout } from './render-about.ts'
import { renderCard } from './render-card.ts'
import { renderFlows } from './render-flows.ts'
import { renderHeader, titleText } from './render-header.ts'
import { documentStyle, documentStyleHash } from './style/document-style.ts'
import { type Flow, toFlows } from './to-flows.ts'

/** How a datachain is shown. */
export interface RenderOptions {
  /** The language asked for; texts fall back to English, then to their first language. */
  readonly locale?: string | undefined
  /** The icons of the version; without them icons are plain shapes. */
  readonly icons?: Icons | undefined
}

const policy = [
  "default-src 'none'",
  `style-src '${documentStyleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Renders a datachain as one HTML document that needs no script, font or request. The same input
 * gives the same bytes.
 */
export function renderDatachain(
  resolved: ResolvedDatachain,
  { locale = 'en', icons = createIcons() }: RenderOptions = {},
): string {
  const page = new Page(locale, icons)
  const sections = arrange(resolved)
  const flows = toFlows(page, resolved, sections)
  const title = titleText(page, resolved)
  return html`<!doctype html>
<html lang="${page.words.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${safe(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title${page.languageOf(title.locale)}>${title.value}</title>
<style>${safe(documentStyle)}</style>
</head>
<body>
<a class="skip" href="#content">${page.words.skip}</a>
${renderHeader(page, resolved, sections)}
${renderContents(page, sections, flows)}
<main id="content" tabindex="-1">${renderSections(page, sections, flows)}${renderFlows(page, flows)}</main>
<footer>${renderNotes(page)}${renderAbout(page, resolved)}</footer>
</body>
</html>
`.toString()
}

function renderContents(page: Page, sections: readonly Section[], flows: readonly Flow[]): Html {
  const items = sections.map(
    (section) => html`
<li${section.placed.length === 0 && safe(' class="empty"')}><a href="#${section.anchor}">${nameOf(page, section)}</a> <span class="count">${section.placed.length}</span></li>`,
  )
  if (flows.length > 0)
    items.push(html`
<li><a href="#flows">${page.words.flows}</a></li>`)
  return html`<nav aria-label="${page.words.contents}"><ul>${items}</ul></nav>`
}

function renderSections(
  page: Page,
  sections: readonly Section[],
  flows: readonly Flow[],
): readonly Html[] {
  const flowById = new Map(flows.map((flow) => [flow.id, flow]))
  return sections.map((section) => renderSection(page, section, flowById))
}

function renderSection(page: Page, section: Section, flowById: ReadonlyMap<string, Flow>): Html {
  const { anchor, category, placed } = section
  const name = nameOf(page, section)
  const prompt = category && (page.text(category.prompt) ?? page.text(category.description))
  const marks = page.cite(category?.sources ?? [], name)
  const hasIntro = prompt !== undefined || marks.length > 0
  const intro = hasIntro && html`<p class="prompt">${prompt}${marks}</p>`
  const cards = placed.map((one) =>
    renderCard(page, one, flowById.get(one.placement.subchain_instance_id ?? '')),
  )
  const content = cards.length === 0 ? renderGap(page) : html`<ul class="cards">${cards}</ul>`
  return html`
<section class="part" aria-labelledby="${anchor}"><h2 id="${anchor}">${name}</h2>${intro}
${content}</section>`
}

const renderGap = ({ words }: Page): Html =>
  html`<div class="notice warn" role="note"><p>${words.missingNote}</p></div>`

function nameOf(page: Page, { category }: Section): Html {
  if (category === undefined) return html`${page.words.otherCategory}`
  return page.text(category.name) ?? html`${category.id}`
}

function renderNotes(page: Page): Html | undefined {
  const notes = page.citations.notes()
  if (notes === undefined) return undefined
  return html`
<section class="part" aria-labelledby="sources"><h2 id="sources">${page.words.sources}</h2>${notes}</section>`
}
