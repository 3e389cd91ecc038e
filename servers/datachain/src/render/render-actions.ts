import { html, type Html } from '../html/html.ts'
import { toActionHref } from '../html/to-href.ts'
import type { Action } from '../model/index.ts'
import type { Page } from './page/page.ts'

/** What a reader can do, each with the place it leads to in plain sight. */
export function renderActions(page: Page, actions: readonly Action[]): Html | undefined {
  if (actions.length === 0) return undefined
  return html`
<div class="actions"><p class="label">${page.words.contact}</p><ul>${actions.map((action) => renderAction(page, action))}</ul></div>`
}

function renderAction(page: Page, action: Action): Html {
  const kind = page.words.actions[action.type]
  const label = page.text(action.label) ?? html`${kind}`
  const href = toActionHref(action)
  const shown = action.target.replace(/^(?:mailto|tel):/i, '')
  const name =
    href === undefined
      ? html`<span class="act">${label}</span>`
      : html`<a class="act" href="${href}" rel="noopener noreferrer">${label}</a>`
  return html`
<li>${name} <span class="target"><span class="unseen">${kind}${page.words.colon}</span>${shown}</span></li>`
}
