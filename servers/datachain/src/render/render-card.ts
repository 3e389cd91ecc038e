import { html, type Html, safe } from '@toolaccord/pages'
import { type IconColours, plainColours } from '../icons/icon-colours.ts'
import type { Context, ContextValue } from '../model/index.ts'
import type { Placed } from './arrange.ts'
import { fillText } from './fill-text.ts'
import type { Page } from './page/page.ts'
import { renderActions } from './render-actions.ts'
import { renderProvenance } from './render-provenance.ts'
import { renderVariables } from './render-variables.ts'
import type { Flow } from './to-flows.ts'

/** The title of a placement, with its variables filled in. */
export function titleOf(page: Page, placed: Placed): Html {
  const title = placed.element && fillText(page, placed.element.title, placed)
  if (title !== undefined) return title
  page.count(placed.placement.element_id.length)
  return html`${placed.placement.element_id}`
}

/** The card of a placement: its title, its meaning here, and where that is known from. */
export function renderCard(page: Page, placed: Placed, flow: Flow | undefined): Html {
  const { anchor, element, placement, provenance, isProposed } = placed
  const title = titleOf(page, placed)
  const colours = page.coloursOf(placed.contextValue)
  const description = element && fillText(page, element.description, placed)
  const note = noteOn(page, placed)
  const marks = [
    ...page.cite(element?.sources ?? [], title),
    ...page.cite(placement.sources, title),
  ]
  const hasProse = description !== undefined || marks.length > 0
  return html`
<li><article class="card${isProposed && ' proposed'}" id="${anchor}" aria-labelledby="${anchor}t">
${renderIcon(page, placed, colours)}
<div class="body">
<h3 id="${anchor}t">${title}</h3>
${renderTags(page, placed, flow, colours?.fill)}${note !== undefined && html`<p class="muted">${note}</p>`}
${hasProse && html`<p class="prose">${description}${marks}</p>`}
${renderVariables(page, placed, title)}${renderActions(page, placement.actions)}${provenance && renderProvenance(page, provenance, title)}
</div></article></li>`
}

function noteOn({ words }: Page, { element, isProposed }: Placed): string | undefined {
  if (element === undefined) return words.unknownElement
  return isProposed ? words.proposedNote : undefined
}

function renderIcon(
  page: Page,
  { element, category }: Placed,
  colours: IconColours | undefined,
): Html {
  const shape = element?.shape ?? category?.shape ?? 'circle'
  const uri = page.icons.dataUri(shape, element?.symbol_id, colours ?? plainColours)
  return html`<img class="icon${colours === undefined && ' plain'}" src="${safe(uri)}" width="48" height="48" alt="">`
}

function renderTags(
  page: Page,
  { context, contextValue, placement, isProposed }: Placed,
  flow: Flow | undefined,
  fill: string | undefined,
): Html | undefined {
  const tags: Html[] = []
  if (isProposed) tags.push(html`<li class="badge new">${page.words.proposed}</li>`)
  if (contextValue !== undefined) tags.push(renderContext(page, context, contextValue, fill))
  else if (placement.context_type_id !== undefined)
    tags.push(html`<li class="tag">${placement.context_type_id}</li>`)
  if (flow !== undefined)
    tags.push(html`<li class="tag"><a href="#${flow.anchor}">${flow.name}</a></li>`)
  const explained = contextValue && page.text(contextValue.description)
  if (explained !== undefined) tags.push(html`<li class="explained">${explained}</li>`)
  return tags.length === 0 ? undefined : html`<ul class="tags">${tags}</ul>`
}

function renderContext(
  page: Page,
  context: Context | undefined,
  { id, name }: ContextValue,
  fill: string | undefined,
): Html {
  const swatch =
    fill !== undefined &&
    html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5.5" fill="${fill}"/></svg>`
  const text = context && page.text(context.name)
  const label = text && html`<span class="label">${text}${page.words.colon}</span>`
  return html`<li class="tag">${swatch}<span>${label}${page.text(name) ?? id}</span></li>`
}
