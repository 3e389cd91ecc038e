// Renders the document of bench/datachain.mjs as a Vue application, compiled as for a server.
// It does less than ours: it keeps characters that disguise a text, and has no limit.
import { mkdir, writeFile } from 'node:fs/promises'
import { renderToString } from '@vue/server-renderer'
import { createSSRApp } from 'vue'
import { compileScript, parse } from 'vue/compiler-sfc'
import { toActionHref, toWebHref } from '../servers/datachain/dist/html/to-href.js'
import { plainColours, toContextColours } from '../servers/datachain/dist/icons/icon-colours.js'
import { arrange } from '../servers/datachain/dist/render/arrange.js'
import { wordsIn } from '../servers/datachain/dist/render/words/words-in.js'
import { pickText } from '../servers/datachain/dist/texts/pick-text.js'
import * as components from './datachain-vue-components.mjs'

const cache = new URL('../node_modules/.cache/datachain-vue/', import.meta.url)

/** Compiles the components, and returns the root. */
async function compile(sources) {
  await mkdir(cache, { recursive: true })
  for (const [name, source] of Object.entries(sources)) {
    const { descriptor } = parse(source, { filename: `${name}.vue` })
    const { content } = compileScript(descriptor, {
      id: name,
      isProd: true,
      inlineTemplate: true,
      templateOptions: { ssr: true, ssrCssVars: [] },
    })
    await writeFile(new URL(`${name}.mjs`, cache), content)
  }
  const { default: body } = await import(new URL('body.mjs', cache).href)
  return body
}

const root = await compile(components)

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Shared by the components: the arranged datachain, and its numbered notes. */
class Page {
  notes = new Map()
  #uses = 0

  constructor(resolved, locale, icons) {
    this.resolved = resolved
    this.locale = locale
    this.icons = icons
    this.words = wordsIn(locale)
    this.sections = arrange(resolved)
    const { name } = resolved.schema_snapshot.datachain_type
    this.title = this.plain(this.pick(resolved.title) ? resolved.title : name)
    this.flows = this.#flowsOf(resolved)
    this.flowById = new Map(this.flows.map((flow) => [flow.id, flow]))
  }

  pick(texts) {
    const picked = texts && pickText(texts, this.locale)
    return picked?.value ? picked : undefined
  }

  marksOf(locale) {
    if (locale === this.words.lang) return undefined
    const language = locale.split('-')[0].toLowerCase()
    return { lang: locale, dir: rightToLeft.has(language) ? 'rtl' : undefined }
  }

  /** A text without variables, in the form that `fill` returns. */
  plain(texts) {
    const picked = this.pick(texts)
    return { marks: picked && this.marksOf(picked.locale), parts: [{ text: picked?.value }] }
  }

  day(timestamp) {
    const [year, month, day] = timestamp.slice(0, 10).split('-')
    return `${Number(day)} ${this.words.months[Number(month) - 1]} ${year}`
  }

  hrefOf(action) {
    return toActionHref(action)
  }

  titleOf(placed) {
    const title = placed.element && this.fill(placed.element.title, placed)
    return title ?? { parts: [{ text: placed.placement.element_id }] }
  }

  fill(texts, placed) {
    const picked = this.pick(texts)
    if (picked === undefined) return undefined
    const pieces = picked.value.split(/\{\{\s*([\w-]{1,128})\s*\}\}/)
    const parts = pieces.map((piece, at) =>
      at % 2 === 0 ? { text: piece } : this.#fillOne(piece, placed),
    )
    return { marks: this.marksOf(picked.locale), parts }
  }

  #fillOne(id, { placement, variables }) {
    const declared = variables.find((one) => one.id === id)
    const given = placement.variables.find((one) => one.id === id)?.value ?? []
    if (typeof given[0] === 'string') {
      const nameOf = (chosen) => declared?.options.find((one) => one.id === chosen)?.name
      return { values: given.map((chosen) => ({ id: chosen, texts: nameOf(chosen) })) }
    }
    if (this.pick(given)) return { values: [{ texts: given }] }
    return { id, label: declared?.label }
  }

  rowsOf({ placement, variables, provenance }, title) {
    const declared = new Map(variables.map((variable) => [variable.id, variable]))
    const given = new Map(placement.variables.map(({ id, value }) => [id, value]))
    const rows = []
    for (const id of new Set([...declared.keys(), ...given.keys()])) {
      const variable = declared.get(id)
      const value = given.get(id) ?? []
      if (value.length === 0 && variable?.required !== true) continue
      const row = { id, label: variable?.label, reason: provenance?.variable_rationale[id] }
      if (typeof value[0] === 'string')
        row.options = value.map((option) => this.#optionOf(option, variable, title))
      else if (this.pick(value)) row.text = value
      row.marks = this.cite(variable?.sources ?? [], title)
      rows.push(row)
    }
    return rows
  }

  iconOf({ element, category, contextValue }) {
    const coloured = toContextColours(contextValue?.color)
    const shape = element?.shape ?? category?.shape ?? 'circle'
    const uri = this.icons.dataUri(shape, element?.symbol_id, coloured ?? plainColours)
    return { fill: coloured?.fill, uri }
  }

  cite(sources, place) {
    return sources.map(({ type, title, url = '', citation }) =>
      this.#mark(`${type}\n${title}\n${url}\n${citation}`, place, this.words.source, () => ({
        kind: this.words.sourceTypes[type],
        title,
        citation,
        href: toWebHref(url),
      })),
    )
  }

  quote(quote, context, place) {
    const start = quote.length > 120 ? `${quote.slice(0, 120)}…` : quote
    return this.#mark(`${quote}\n${context}`, place, this.words.quote, () => ({
      kind: this.words.quote,
      start,
    }))
  }

  #mark(key, place, kind, describe) {
    if (!this.notes.has(key))
      this.notes.set(key, { number: this.notes.size + 1, uses: [], ...describe() })
    const { number, uses } = this.notes.get(key)
    const anchor = `r${++this.#uses}`
    uses.push({ anchor, place })
    return { anchor, number, kind }
  }

  #optionOf(id, variable, title) {
    const option = variable?.options.find((one) => one.id === id)
    const description = option && this.pick(option.description) ? option.description : undefined
    return { id, name: option?.name, description, marks: this.cite(option?.sources ?? [], title) }
  }

  #flowsOf({ subchain_instances: instances, schema_snapshot: { datachain_type: type } }) {
    const ordered = instances.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
    return ordered.map((instance, at) => {
      const subchain = type.subchains.find(({ id }) => id === instance.subchain_id)
      const alike = ordered.filter((one) => one.subchain_id === instance.subchain_id)
      return {
        id: instance.id,
        anchor: `f${at + 1}`,
        subchain: instance.subchain_id,
        name: subchain?.name,
        number: alike.length > 1 ? ` ${alike.indexOf(instance) + 1}` : '',
        heads: this.#headsOf(instance),
        steps: this.#stepsOf(instance, subchain),
      }
    })
  }

  #headsOf({ head_refs: heads }) {
    const all = this.sections.flatMap(({ placed }) => placed)
    return all.filter(
      ({ placement }) =>
        heads.includes(placement.element_instance_id) || heads.includes(placement.element_id),
    )
  }

  #stepsOf(instance, subchain) {
    const isInFlow = ({ placement }) => placement.subchain_instance_id === instance.id
    const placeOf = ({ category }) => subchain?.categories.indexOf(category?.id) ?? 0
    return this.sections
      .map((section) => ({ ...section, placed: section.placed.filter(isInFlow) }))
      .filter(({ placed }) => placed.length > 0)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/** Renders the document; its head is taken from ours, because Vue renders nothing in it. */
export async function renderWithVue(resolved, { locale, icons, head }) {
  const page = new Page(resolved, locale, icons)
  const body = await renderToString(createSSRApp(root).provide('page', page))
  return `${head}${body}</body>\n</html>\n`
}

/**
 * Removes what both write differently: comments and empty classes of Vue, space between tags, and
 * the ends of empty elements.
 */
export const normalize = (html) =>
  html
    .replaceAll(/<!--.*?-->| class=""/g, '')
    .replaceAll(/><\/circle>/g, '/>')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<[^>]*>) ?/g, '$1')
