import { html, type Html, join } from '../html/html.ts'
import type { Placed } from './arrange.ts'
import type { Page } from './page/page.ts'
import { titleOf } from './render-card.ts'
import type { Flow } from './to-flows.ts'

/** How placements follow each other, each linked to its card. */
export function renderFlows(page: Page, flows: readonly Flow[]): Html | undefined {
  if (flows.length === 0) return undefined
  return html`
<section class="part" aria-labelledby="flows"><h2 id="flows">${page.words.flows}</h2>${flows.map((flow) => renderFlow(page, flow))}</section>`
}

function renderFlow(page: Page, { anchor, name, heads, steps }: Flow): Html {
  const items = steps.map(
    ({ category, placed }) => html`
<li><p class="label">${(category && page.text(category.name)) ?? page.words.otherCategory}</p><ul>${placed.map((one) => html`<li>${link(page, one)}</li>`)}</ul></li>`,
  )
  const start =
    heads.length > 0 &&
    html`<p class="muted">${page.words.startsWith}${page.words.colon}${join(
      heads.map((head) => link(page, head)),
      ', ',
    )}</p>`
  return html`
<div class="flow" id="${anchor}"><h3>${name}</h3>${start}${items.length > 0 && html`<ol class="steps">${items}</ol>`}</div>`
}

const link = (page: Page, placed: Placed): Html =>
  html`<a href="#${placed.anchor}">${titleOf(page, placed)}</a>`
