import { html, type Html, join } from '@toolaccord/pages'
import type { LocalizedText, Variable, VariableValue } from '../model/index.ts'
import type { Placed } from './arrange.ts'
import type { Page } from './page/page.ts'

const reference = /\{\{\s*([\w-]{1,128})\s*\}\}/g

/** Fills in `{{variable}}` from a placement; a variable without a value is shown as a gap. */
export function fillText(page: Page, texts: LocalizedText, placed: Placed): Html | undefined {
  const picked = page.pick(texts)
  if (picked === undefined) return undefined
  const { locale, value } = picked
  if (!value.includes('{{')) return page.marked(locale, value)
  const parts: (string | Html)[] = []
  let end = 0
  for (const match of value.matchAll(reference)) {
    parts.push(value.slice(end, match.index), fillOne(page, match[1] ?? '', placed))
    end = match.index + match[0].length
  }
  parts.push(value.slice(end))
  return page.marked(locale, parts)
}

function fillOne(page: Page, id: string, { placement, variables }: Placed): Html {
  const declared = variables.find((one) => one.id === id)
  const given = placement.variables.find((one) => one.id === id)
  const value = given && inline(page, given.value, declared)
  if (value !== undefined) return html`<span class="filled">${value}</span>`
  page.count(id.length)
  const label = (declared && page.text(declared.label)) ?? id
  return html`<span class="blank">${label} (${page.words.blank})</span>`
}

function inline(
  page: Page,
  value: VariableValue['value'],
  declared: Variable | undefined,
): Html | undefined {
  if (!isChoice(value)) return page.text(value)
  const names = value.map((id) => optionName(page, id, declared))
  return join(names, ', ')
}

/** True if a value is an array of option ids. */
export const isChoice = (value: VariableValue['value']): value is readonly string[] =>
  typeof value[0] === 'string'

/** The name of an option, or its id if it has no name. */
export function optionName(page: Page, id: string, declared: Variable | undefined): Html {
  page.count(id.length)
  const option = declared?.options.find((one) => one.id === id)
  return (option && page.text(option.name)) ?? html`${id}`
}
