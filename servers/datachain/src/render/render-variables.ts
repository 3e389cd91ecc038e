import type { Variable, VariableValue } from '../model.ts'
import type { Placed } from './arrange.ts'
import { isChoice, optionName } from './fill-text.ts'
import { html, type Html } from './html.ts'
import type { Page } from './page.ts'

/** What a placement tells beside its element: each variable with its value, and the gaps that matter. */
export function renderVariables(page: Page, { placement, variables, provenance }: Placed, title: Html): Html | undefined {
  const declared = new Map(variables.map((variable) => [variable.id, variable]))
  const given = new Map(placement.variables.map((value) => [value.id, value]))
  const reasons = new Map(Object.entries(provenance?.variable_rationale ?? {}))
  const rows: Html[] = []
  for (const id of new Set([...declared.keys(), ...given.keys()])) {
    const row = renderVariable(page, { variable: declared.get(id), given: given.get(id), reason: reasons.get(id), id, title })
    if (row !== undefined) rows.push(row)
  }
  return rows.length === 0 ? undefined : html`
<dl class="variables">${rows}</dl>`
}

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
  const why = reason !== undefined && html`<p class="reason"><span class="label">${page.words.whyVariable}${page.words.colon}</span>${reason}</p>`
  return html`
<div><dt>${label}${page.cite(variable?.sources ?? [], title)}</dt><dd>${value ?? html`<p class="gap">${page.words.notGiven}</p>`}${why}</dd></div>`
}

function renderValue(page: Page, value: VariableValue['value'], variable: Variable | undefined, title: Html): Html | undefined {
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
