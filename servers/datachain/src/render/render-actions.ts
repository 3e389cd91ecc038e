import { html, type Html } from '@toolaccord/pages'
import { toActionHref } from '../html/to-href.ts'
import type { Action } from '../model/index.ts'
import type { Page } from './page/page.ts'

/** The actions of a placement, each with its target in plain sight. */
export function renderActions(page: Page, actions: readonly Action[]): Html | undefined {
  if (actions.length === 0) return undefined
  const items = actions.map((action) => renderAction(page, action))
  return html`
<div class="actions"><p class="label">${page.words.contact}</p><ul>${items}</ul></div>`
}

function renderAction(page: Page, action: Action): Html {
  const kind = page.words.actions[action.type]
  const label = page.text(action.label) ?? html`${kind}`
  const shown = action.target.replace(/^(?:mailto|tel):/i, '')
  return html`
<li>${renderName(action, label)} <span class="target"><span class="unseen">${kind}${page.words.colon}</span>${shown}</span></li>`
}

function renderName(action: Action, label: Html): Html {
  const href = toActionHref(action)
  if (href === undefined) return html`<span class="act">${label}</span>`
  return html`<a class="act" href="${href}" rel="noopener noreferrer">${label}</a>`
}
