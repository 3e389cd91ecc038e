import { html, type Html } from '../html/html.ts'
import type { ElementProvenance, Variable, VariableValue } from '../model/index.ts'
import type { Placed } from './arrange.ts'
import { isChoice, optionName } from './fill-text.ts'
import type { Page } from './page/page.ts'

/**
 * What a placement tells beside its element: each variable with its value, and the gaps that
 * matter.
 */
export function renderVariables(
  page: Page,
  { placement, variables, provenance }: Placed,
  title: Html,
): Html | undefined {
  const rows: Html[] = []
  const add = (id: string, variable: Variable | undefined, given: VariableValue | undefined) => {
    const row = renderVariable(page, {
      id,
      variable,
      given,
      reason: reasonFor(provenance, id),
      title,
    })
    if (row !== undefined) rows.push(row)
  }
  for (const variable of variables)
    add(
      variable.id,
      variable,
      placement.variables.findLast(({ id }) => id === variable.id),
    )
  for (const given of placement.variables)
    if (!variables.some(({ id }) => id === given.id)) add(given.id, undefined, given)
  return rows.length === 0
    ? undefined
    : html`
<dl class="variables">${rows}</dl>`
}

/** A key of a caller's may be the name of something that every object has. */
const reasonFor = (provenance: ElementProvenance | undefined, id: string): string | undefined =>
  provenance !== undefined && Object.hasOwn(provenance.variable_rationale, id)
    ? provenance.variable_rationale[id]
    : undefined

interface Row {
  readonly id: string
  readonly variable: Variable | undefined
  readonly given: VariableValue | undefined
  readonly reason: string | undefined
  readonly title: Html
}

function renderVariable(page: Page, { id, variable, given, reason, title }: Row): Html | undefined {
  const value = given && renderValue(page, given.value, variable, title)
  if (value === undefined && variable?.required !== true) return undefined
  const label = (variable && page.text(variable.label)) ?? html`${id}`
  const why =
    reason !== undefined &&
    html`<p class="reason"><span class="label">${page.words.whyVariable}${page.words.colon}</span>${reason}</p>`
  return html`
<div><dt>${label}${page.cite(variable?.sources ?? [], title)}</dt><dd>${value ?? html`<p class="gap">${page.words.notGiven}</p>`}${why}</dd></div>`
}

function renderValue(
  page: Page,
  value: VariableValue['value'],
  variable: Variable | undefined,
  title: Html,
): Html | undefined {
  if (value.length === 0) return undefined
  if (!isChoice(value)) {
    const text = page.text(value)
    return text && html`<p>${text}</p>`
  }
  const items = value.map((id) => {
    const option = variable?.options.find((one) => one.id === id)
    const description = option && page.text(option.description)
    return html`<li>${optionName(page, id, variable)}${page.cite(option?.sources ?? [], title)}${description && html` <span class="muted">${description}</span>`}</li>`
  })
  return html`<ul class="options">${items}</ul>`
}
