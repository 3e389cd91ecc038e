import { html, type Html, join } from '@toolaccord/pages'
import type { Placed, Section } from './arrange.ts'
import type { Page } from './page/page.ts'
import { titleOf } from './render-card.ts'
import type { Flow } from './to-flows.ts'

/** The order in which placements follow each other, each linked to its card. */
export function renderFlows(page: Page, flows: readonly Flow[]): Html | undefined {
  if (flows.length === 0) return undefined
  const rendered = flows.map((flow) => renderFlow(page, flow))
  return html`
<section class="part" aria-labelledby="flows"><h2 id="flows">${page.words.flows}</h2>${rendered}</section>`
}

function renderFlow(page: Page, { anchor, name, heads, steps }: Flow): Html {
  const items = steps.map((step) => renderStep(page, step))
  const list = items.length > 0 && html`<ol class="steps">${items}</ol>`
  return html`
<div class="flow" id="${anchor}"><h3>${name}</h3>${renderHeads(page, heads)}${list}</div>`
}

function renderStep(page: Page, { category, placed }: Section): Html {
  const label = (category && page.text(category.name)) ?? page.words.otherCategory
  const items = placed.map((one) => html`<li>${link(page, one)}</li>`)
  return html`
<li><p class="label">${label}</p><ul>${items}</ul></li>`
}

function renderHeads(page: Page, heads: readonly Placed[]): Html | undefined {
  if (heads.length === 0) return undefined
  const { startsWith, colon } = page.words
  const links = heads.map((head) => link(page, head))
  return html`<p class="muted">${startsWith}${colon}${join(links, ', ')}</p>`
}

const link = (page: Page, placed: Placed): Html =>
  html`<a href="#${placed.anchor}">${titleOf(page, placed)}</a>`
