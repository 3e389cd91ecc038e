// The document of bench/datachain.mjs once more, as a Vue application, compiled as a build for servers compiles it. It does less: it lets through characters that
// disguise a text, and has no limit.
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

/** The root component, compiled. */
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
  return (await import(new URL('body.mjs', cache).href)).default
}

const root = await compile(components)

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** What components share: the datachain arranged, and its numbered notes. */
class Page {
  notes = new Map()
  #uses = 0

  constructor(resolved, locale, icons) {
    Object.assign(this, {
      resolved,
      locale,
      icons,
      words: wordsIn(locale),
      sections: arrange(resolved),
    })
    this.title = this.plain(
      this.pick(resolved.title) ? resolved.title : resolved.schema_snapshot.datachain_type.name,
    )
    this.flows = this.#flowsOf(resolved)
    this.flowById = new Map(this.flows.map((flow) => [flow.id, flow]))
  }

  pick(texts) {
    const picked = texts && pickText(texts, this.locale)
    return picked?.value ? picked : undefined
  }

  marksOf(locale) {
    return locale === this.words.lang
      ? undefined
      : {
          lang: locale,
          dir: rightToLeft.has(locale.split('-')[0].toLowerCase()) ? 'rtl' : undefined,
        }
  }

  /** A text without variables, in the form that fill gives it. */
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
    return (
      (placed.element && this.fill(placed.element.title, placed)) ?? {
        parts: [{ text: placed.placement.element_id }],
      }
    )
  }

  fill(texts, { placement, variables }) {
    const picked = this.pick(texts)
    if (picked === undefined) return undefined
    const parts = picked.value.split(/\{\{\s*([\w-]{1,128})\s*\}\}/).map((text, at) => {
      if (at % 2 === 0) return { text }
      const declared = variables.find(({ id }) => id === text)
      const given = placement.variables.find(({ id }) => id === text)?.value ?? []
      if (typeof given[0] === 'string')
        return {
          values: given.map((id) => ({
            id,
            texts: declared?.options.find((one) => one.id === id)?.name,
          })),
        }
      return this.pick(given)
        ? { values: [{ texts: given }] }
        : { id: text, label: declared?.label }
    })
    return { marks: this.marksOf(picked.locale), parts }
  }

  rowsOf({ placement, variables, provenance }, title) {
    const declared = new Map(variables.map((variable) => [variable.id, variable]))
    const given = new Map(placement.variables.map(({ id, value }) => [id, value]))
    return [...new Set([...declared.keys(), ...given.keys()])].flatMap((id) => {
      const [variable, value = []] = [declared.get(id), given.get(id)]
      if (value.length === 0 && variable?.required !== true) return []
      const isChoice = typeof value[0] === 'string'
      const options = isChoice
        ? value.map((option) => this.#optionOf(option, variable, title))
        : undefined
      const text = !isChoice && this.pick(value) ? value : undefined
      return [
        {
          id,
          label: variable?.label,
          options,
          text,
          reason: provenance?.variable_rationale[id],
          marks: this.cite(variable?.sources ?? [], title),
        },
      ]
    })
  }

  iconOf({ element, category, contextValue }) {
    const coloured = toContextColours(contextValue?.color)
    return {
      fill: coloured?.fill,
      uri: this.icons.dataUri(
        element?.shape ?? category?.shape ?? 'circle',
        element?.symbol_id,
        coloured ?? plainColours,
      ),
    }
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
      const all = this.sections.flatMap(({ placed }) => placed)
      const placeOf = ({ category }) => subchain?.categories.indexOf(category?.id) ?? 0
      return {
        id: instance.id,
        anchor: `f${at + 1}`,
        subchain: instance.subchain_id,
        name: subchain?.name,
        number: alike.length > 1 ? ` ${alike.indexOf(instance) + 1}` : '',
        heads: all.filter(
          ({ placement }) =>
            instance.head_refs.includes(placement.element_instance_id) ||
            instance.head_refs.includes(placement.element_id),
        ),
        steps: this.sections
          .map((section) => ({
            ...section,
            placed: section.placed.filter(
              ({ placement }) => placement.subchain_instance_id === instance.id,
            ),
          }))
          .filter(({ placed }) => placed.length > 0)
          .toSorted((a, b) => placeOf(a) - placeOf(b)),
      }
    })
  }
}

/** The document; its head, in which Vue renders nothing, is that of ours. */
export async function renderWithVue(resolved, { locale, icons, head }) {
  const page = new Page(resolved, locale, icons)
  return `${head}${await renderToString(createSSRApp(root).provide('page', page))}</body>\n</html>\n`
}

/**
 * A document without what the two write differently: comments and empty classes that Vue leaves,
 * space between tags, and how an empty element ends.
 */
export const normalize = (html) =>
  html
    .replaceAll(/<!--.*?-->| class=""/g, '')
    .replaceAll(/><\/circle>/g, '/>')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<[^>]*>) ?/g, '$1')
