import { html, type Html } from '@toolaccord/pages'
import type { ElementProvenance, Variable, VariableValue } from '../model/index.ts'
import type { Placed } from './arrange.ts'
import { isChoice, optionName } from './fill-text.ts'
import type { Page } from './page/page.ts'

interface Row {
  readonly id: string
  readonly variable: Variable | undefined
  readonly given: VariableValue | undefined
}

/** The variables of a placement with their values; required ones without a value are gaps. */
export function renderVariables(page: Page, placed: Placed, title: Html): Html | undefined {
  const rows: Html[] = []
  for (const row of rowsOf(placed)) {
    const reason = reasonFor(placed.provenance, row.id)
    const rendered = renderRow(page, row, reason, title)
    if (rendered !== undefined) rows.push(rendered)
  }
  if (rows.length === 0) return undefined
  return html`
<dl class="variables">${rows}</dl>`
}

/** The variables of the element, then values of variables that it does not have. */
function rowsOf({ placement, variables }: Placed): readonly Row[] {
  const rows: Row[] = variables.map((variable) => ({
    id: variable.id,
    variable,
    given: placement.variables.findLast(({ id }) => id === variable.id),
  }))
  for (const given of placement.variables) {
    const isKnown = variables.some(({ id }) => id === given.id)
    if (!isKnown) rows.push({ id: given.id, variable: undefined, given })
  }
  return rows
}

/** Own keys only: a variable may be named like a property of every object. */
function reasonFor(provenance: ElementProvenance | undefined, id: string): string | undefined {
  if (provenance === undefined || !Object.hasOwn(provenance.variable_rationale, id))
    return undefined
  return provenance.variable_rationale[id]
}

function renderRow(
  page: Page,
  { id, variable, given }: Row,
  reason: string | undefined,
  title: Html,
): Html | undefined {
  const value = given && renderValue(page, given.value, variable, title)
  if (value === undefined && variable?.required !== true) return undefined
  const label = (variable && page.text(variable.label)) ?? html`${id}`
  const marks = page.cite(variable?.sources ?? [], title)
  const why =
    reason !== undefined &&
    html`<p class="reason"><span class="label">${page.words.whyVariable}${page.words.colon}</span>${reason}</p>`
  return html`
<div><dt>${label}${marks}</dt><dd>${value ?? html`<p class="gap">${page.words.notGiven}</p>`}${why}</dd></div>`
}

function renderValue(
  page: Page,
  value: VariableValue['value'],
  variable: Variable | undefined,
  title: Html,
): Html | undefined {
  if (!isChoice(value)) {
    const text = page.text(value)
    return text && html`<p>${text}</p>`
  }
  const items = value.map((id) => renderOption(page, id, variable, title))
  return html`<ul class="options">${items}</ul>`
}

function renderOption(page: Page, id: string, variable: Variable | undefined, title: Html): Html {
  const option = variable?.options.find((one) => one.id === id)
  const name = optionName(page, id, variable)
  const marks = page.cite(option?.sources ?? [], title)
  const text = option && page.text(option.description)
  const description = text && html` <span class="muted">${text}</span>`
  return html`<li>${name}${marks}${description}</li>`
}
