import { html, type Html, type Part } from '@toolaccord/pages'
import type { PartLink } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { stateLooks } from './state-badge.ts'

/** Writes a link to a part of the same page; a part that does not exist is only named. */
export function toPartLink({ id, title, state }: PartLink): Html {
  if (state === undefined)
    return html`<code>${id}</code> <span class="muted">(not on this page)</span>`
  return html`<a href="#${toAnchor(id)}">${title}</a>`
}

/** Writes a list of links, each with its state. */
export const toPartLinks = (links: readonly PartLink[]): Html =>
  html`<ul class="links">${links.map(
    (link) => html`<li>${toPartLink(link)}${toStateWord(link)}</li>`,
  )}</ul>`

function toStateWord({ state }: PartLink): Part {
  if (state === undefined) return undefined
  return html` <span class="muted small">${stateLooks[state].word.toLowerCase()}</span>`
}
