// The document of bench/datachain.mjs once more, as a Vue application, compiled as a build for servers compiles it. It does less: it lets through characters that
// disguise a text, and has no limit.
import { mkdir, writeFile } from 'node:fs/promises'
import { createSSRApp } from 'vue'
import { compileScript, parse } from 'vue/compiler-sfc'
import { renderToString } from 'vue/server-renderer'
import { plainColours, toContextColours } from '../servers/datachain/dist/icons/icon-colours.js'
import { pickText } from '../servers/datachain/dist/locale.js'
import { arrange } from '../servers/datachain/dist/render/arrange.js'
import { toActionHref, toWebHref } from '../servers/datachain/dist/render/to-href.js'
import { wordsIn } from '../servers/datachain/dist/render/words.js'

const marks = `
<script setup>
defineProps(['marks'])
</script>
<template><sup v-for="mark in marks" class="mark"><a :id="mark.anchor" :href="'#n' + mark.number"><span class="unseen">{{ mark.kind }} </span>{{ mark.number }}</a></sup></template>`

const say = `
<script setup>
import { inject } from 'vue'
const { texts, or } = defineProps(['texts', 'or'])
const page = inject('page')
const picked = page.pick(texts)
const marks = picked && page.marksOf(picked.locale)
</script>
<template><span v-if="marks" :lang="marks.lang" :dir="marks.dir">{{ picked.value }}</span><template v-else>{{ picked ? picked.value : or }}</template></template>`

const parts = `
<script setup>
import { inject } from 'vue'
import Say from './say.mjs'
defineProps(['parts'])
const { words } = inject('page')
</script>
<template><template v-for="part in parts"><span v-if="part.values" class="filled"><template v-for="(value, at) in part.values"><template v-if="at > 0">, </template><Say :texts="value.texts" :or="value.id" /></template></span><span v-else-if="part.id" class="blank"><Say :texts="part.label" :or="part.id" /> ({{ words.blank }})</span><template v-else>{{ part.text }}</template></template></template>`

const filled = `
<script setup>
import Parts from './parts.mjs'
defineProps(['text'])
</script>
<template><span v-if="text.marks" :lang="text.marks.lang" :dir="text.marks.dir"><Parts :parts="text.parts" /></span><Parts v-else :parts="text.parts" /></template>`

const variables = `
<script setup>
import { inject } from 'vue'
import Marks from './marks.mjs'
import Say from './say.mjs'
const { rows } = defineProps(['rows'])
const { words } = inject('page')
</script>
<template>
<dl class="variables"><div v-for="row in rows"><dt><Say :texts="row.label" :or="row.id" /><Marks :marks="row.marks" /></dt><dd>
<p v-if="row.text"><Say :texts="row.text" /></p>
<ul v-else-if="row.options" class="options"><li v-for="option in row.options"><Say :texts="option.name" :or="option.id" /><Marks :marks="option.marks" /><template v-if="option.description"> <span class="muted"><Say :texts="option.description" /></span></template></li></ul>
<p v-else class="gap">{{ words.notGiven }}</p>
<p v-if="row.reason" class="reason"><span class="label">{{ words.whyVariable }}{{ words.colon }}</span>{{ row.reason }}</p>
</dd></div></dl>
</template>`

const heading = `
<script setup>
import { inject } from 'vue'
const { confidence } = defineProps(['confidence'])
const { words } = inject('page')
const level = { high: 3, medium: 2, low: 1 }[confidence]
</script>
<template><span class="badge ai">{{ words.aiWritten }}</span><span v-if="level" class="sure">{{ words.confidence }}{{ words.colon }}{{ words.confidences[confidence] }} <svg class="meter" width="30" height="8" viewBox="0 0 30 8" aria-hidden="true"><circle v-for="(x, at) in [4, 15, 26]" :cx="x" cy="4" r="3.25" :class="at < level ? 'full' : undefined"></circle></svg></span></template>`

const provenance = `
<script setup>
import { inject } from 'vue'
import Heading from './heading.mjs'
import Marks from './marks.mjs'
const { known, title } = defineProps(['known', 'title'])
const page = inject('page')
const { words } = page
const quotes = known.source_references.map(({ quote, context }) => ({ quote, context, marks: [page.quote(quote, context, title)] }))
</script>
<template>
<p v-if="known.rationale === undefined && quotes.length === 0" class="provenance"><Heading :confidence="known.confidence" /></p>
<details v-else class="provenance"><summary><Heading :confidence="known.confidence" /></summary>
<div class="inside"><p v-if="known.rationale"><span class="label">{{ words.why }}{{ words.colon }}</span>{{ known.rationale }}</p><p v-if="quotes.length > 0" class="label">{{ words.quotes }}{{ words.colon }}</p>
<figure v-for="one in quotes"><blockquote><p><span class="quoted">{{ one.quote }}</span><Marks :marks="one.marks" /></p></blockquote><figcaption v-if="one.context" class="prose">{{ one.context }}</figcaption></figure></div></details>
</template>`

const card = `
<script setup>
import { inject } from 'vue'
import Filled from './filled.mjs'
import Marks from './marks.mjs'
import Provenance from './provenance.mjs'
import Say from './say.mjs'
import Variables from './variables.mjs'
const { placed, flow } = defineProps(['placed', 'flow'])
const page = inject('page')
const { words } = page
const { anchor, element, placement, contextValue, context, isProposed } = placed
const title = page.titleOf(placed)
const description = element && page.fill(element.description, placed)
const note = element === undefined ? words.unknownElement : isProposed ? words.proposedNote : undefined
const marks = page.cite([...(element?.sources ?? []), ...placement.sources], title)
const rows = page.rowsOf(placed, title)
const icon = page.iconOf(placed)
const swatch = icon.fill
const label = context && page.pick(context.name) && context.name
const explained = contextValue && page.pick(contextValue.description) && contextValue.description
const actions = placement.actions.map((action) => ({ label: action.label, kind: words.actions[action.type], href: page.hrefOf(action), shown: action.target.replace(/^(?:mailto|tel):/i, '') }))
</script>
<template>
<li><article :class="['card', { proposed: isProposed }]" :id="anchor" :aria-labelledby="anchor + 't'">
<img :class="['icon', { plain: swatch === undefined }]" :src="icon.uri" width="48" height="48" alt="">
<div class="body">
<h3 :id="anchor + 't'"><Filled :text="title" /></h3>
<ul v-if="isProposed || placement.context_type_id || flow" class="tags">
<li v-if="isProposed" class="badge new">{{ words.proposed }}</li>
<li v-if="contextValue" class="tag"><svg v-if="swatch" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5.5" :fill="swatch"></circle></svg><span><span v-if="label" class="label"><Say :texts="label" />{{ words.colon }}</span><Say :texts="contextValue.name" :or="contextValue.id" /></span></li>
<li v-else-if="placement.context_type_id" class="tag">{{ placement.context_type_id }}</li>
<li v-if="flow" class="tag"><a :href="'#' + flow.anchor"><Say :texts="flow.name" :or="flow.subchain" />{{ flow.number }}</a></li>
<li v-if="explained" class="explained"><Say :texts="explained" /></li>
</ul>
<p v-if="note" class="muted">{{ note }}</p>
<p v-if="description || marks.length > 0" class="prose"><Filled v-if="description" :text="description" /><Marks :marks="marks" /></p>
<Variables v-if="rows.length > 0" :rows="rows" />
<div v-if="actions.length > 0" class="actions"><p class="label">{{ words.contact }}</p><ul><li v-for="action in actions"><a v-if="action.href" class="act" :href="action.href" rel="noopener noreferrer"><Say :texts="action.label" :or="action.kind" /></a><span v-else class="act"><Say :texts="action.label" :or="action.kind" /></span> <span class="target"><span class="unseen">{{ action.kind }}{{ words.colon }}</span>{{ action.shown }}</span></li></ul></div>
<Provenance v-if="placed.provenance" :known="placed.provenance" :title="title" />
</div></article></li>
</template>`

const notes = `
<script setup>
import { inject } from 'vue'
import Filled from './filled.mjs'
const page = inject('page')
const { words } = page
const notes = [...page.notes.values()]
</script>
<template>
<section v-if="notes.length > 0" class="part" aria-labelledby="sources"><h2 id="sources">{{ words.sources }}</h2><ol class="notes">
<li v-for="note in notes" :id="'n' + note.number"><span class="kind">{{ note.kind }}</span>
<template v-if="note.start"> {{ words.marks[0] }}{{ note.start }}{{ words.marks[1] }}</template>
<template v-else> <a v-if="note.href" :href="note.href" rel="noopener noreferrer"><cite>{{ note.title }}</cite></a><cite v-else>{{ note.title }}</cite><span v-if="note.citation" class="citation">{{ note.citation }}</span></template>
 <span class="uses">{{ words.usedIn }}{{ words.colon }}<template v-for="(use, at) in note.uses"><template v-if="at > 0">, </template><a :href="'#' + use.anchor"><Filled :text="use.place" /></a></template></span></li>
</ol></section>
</template>`

const body = `
<script setup>
import { inject } from 'vue'
import Card from './card.mjs'
import Filled from './filled.mjs'
import Marks from './marks.mjs'
import Notes from './notes.mjs'
import Say from './say.mjs'
const page = inject('page')
const { words, resolved, sections, flows, title } = page
const { schema_snapshot: { datachain_type: type }, authoring_provenance: authoring } = resolved
const lead = page.pick(resolved.description) ? resolved.description : type.description
const marks = page.cite([...resolved.sources, ...type.sources], title)
const missing = sections.filter(({ placed }) => placed.length === 0)
const nameOf = ({ category }) => ({ texts: category?.name ?? [], or: category?.id ?? words.otherCategory })
const promptOf = ({ category }) => category && (page.pick(category.prompt) ? category.prompt : category.description)
const citesOf = ({ category }) => page.cite(category?.sources ?? [], page.plain(category?.name ?? []))
const rows = [
  [words.identifier, resolved.id],
  [words.edition, resolved.instance_version],
  [words.created, undefined, resolved.created_at],
  [words.updated, undefined, resolved.updated_at],
  [words.schema, resolved.schema_version],
  [words.author, authoring && (authoring.kind === 'human' ? words.humanWritten : authoring.model ?? words.aiWritten)],
  [words.linked, undefined, undefined, resolved.linked_instance_ids.length > 0 ? resolved.linked_instance_ids : undefined],
].filter(([, ...values]) => values.some((value) => value !== undefined))
</script>
<template>
<a class="skip" href="#content">{{ words.skip }}</a>
<header class="top">
<p v-if="page.pick(type.name)" class="type"><Say :texts="type.name" /></p>
<h1><Filled :text="title" /></h1>
<p v-if="page.pick(lead) || marks.length > 0" class="lead prose"><Say :texts="lead" /><Marks :marks="marks" /></p>
<div v-if="authoring?.kind === 'ai_generated'" class="notice ai" role="note"><p><strong>{{ words.aiWritten }}.</strong> {{ words.aiNote }}</p>
<p v-if="authoring.model || authoring.generated_at" class="origin"><template v-if="authoring.model">{{ words.model }}{{ words.colon }}{{ authoring.model }}</template><template v-if="authoring.model && authoring.generated_at"> · </template><time v-if="authoring.generated_at" :datetime="authoring.generated_at">{{ page.day(authoring.generated_at) }}</time></p></div>
<div v-if="missing.length > 0" class="notice warn" role="note"><p><strong>{{ words.missing }}{{ words.colon }}</strong><template v-for="(section, at) in missing"><template v-if="at > 0">, </template><a :href="'#' + section.anchor"><Say v-bind="nameOf(section)" /></a></template></p></div>
</header>
<nav :aria-label="words.contents"><ul><li v-for="section in sections" :class="section.placed.length === 0 ? 'empty' : undefined"><a :href="'#' + section.anchor"><Say v-bind="nameOf(section)" /></a> <span class="count">{{ section.placed.length }}</span></li><li v-if="flows.length > 0"><a href="#flows">{{ words.flows }}</a></li></ul></nav>
<main id="content" tabindex="-1">
<section v-for="section in sections" class="part" :aria-labelledby="section.anchor"><h2 :id="section.anchor"><Say v-bind="nameOf(section)" /></h2>
<p v-if="promptOf(section)" class="prompt"><Say :texts="promptOf(section)" /><Marks :marks="citesOf(section)" /></p>
<div v-if="section.placed.length === 0" class="notice warn" role="note"><p>{{ words.missingNote }}</p></div>
<ul v-else class="cards"><Card v-for="placed in section.placed" :placed="placed" :flow="page.flowById.get(placed.placement.subchain_instance_id)" /></ul>
</section>
<section v-if="flows.length > 0" class="part" aria-labelledby="flows"><h2 id="flows">{{ words.flows }}</h2>
<div v-for="flow in flows" class="flow" :id="flow.anchor"><h3><Say :texts="flow.name" :or="flow.subchain" />{{ flow.number }}</h3>
<p v-if="flow.heads.length > 0" class="muted">{{ words.startsWith }}{{ words.colon }}<template v-for="(head, at) in flow.heads"><template v-if="at > 0">, </template><a :href="'#' + head.anchor"><Filled :text="page.titleOf(head)" /></a></template></p>
<ol v-if="flow.steps.length > 0" class="steps"><li v-for="step in flow.steps"><p class="label"><Say v-bind="nameOf(step)" /></p><ul><li v-for="one in step.placed"><a :href="'#' + one.anchor"><Filled :text="page.titleOf(one)" /></a></li></ul></li></ol></div>
</section>
</main>
<footer><Notes />
<section class="part" aria-labelledby="about"><h2 id="about">{{ words.about }}</h2>
<dl class="about"><div v-for="[label, text, day, list] in rows"><dt>{{ label }}</dt><dd><time v-if="day" :datetime="day">{{ page.day(day) }}</time><ul v-else-if="list"><li v-for="id in list">{{ id }}</li></ul><template v-else>{{ text }}</template></dd></div></dl></section>
</footer>
</template>`

const cache = new URL('../node_modules/.cache/datachain-vue/', import.meta.url)

/** The root component, compiled. */
async function compile(sources) {
  await mkdir(cache, { recursive: true })
  for (const [name, source] of Object.entries(sources)) {
    const { descriptor } = parse(source, { filename: `${name}.vue` })
    const { content } = compileScript(descriptor, { id: name, isProd: true, inlineTemplate: true, templateOptions: { ssr: true, ssrCssVars: [] } })
    await writeFile(new URL(`${name}.mjs`, cache), content)
  }
  return (await import(new URL('body.mjs', cache).href)).default
}

const root = await compile({ marks, say, parts, filled, variables, heading, provenance, card, notes, body })

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** What components share: the datachain arranged, and its numbered notes. */
class Page {
  notes = new Map()
  #uses = 0

  constructor(resolved, locale, icons) {
    Object.assign(this, { resolved, locale, icons, words: wordsIn(locale), sections: arrange(resolved) })
    this.title = this.plain(this.pick(resolved.title) ? resolved.title : resolved.schema_snapshot.datachain_type.name)
    this.flows = this.#flowsOf(resolved)
    this.flowById = new Map(this.flows.map((flow) => [flow.id, flow]))
  }

  pick(texts) {
    const picked = texts && pickText(texts, this.locale)
    return picked?.value ? picked : undefined
  }

  marksOf(locale) {
    return locale === this.words.lang ? undefined : { lang: locale, dir: rightToLeft.has(locale.split('-')[0].toLowerCase()) ? 'rtl' : undefined }
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
    return (placed.element && this.fill(placed.element.title, placed)) ?? { parts: [{ text: placed.placement.element_id }] }
  }

  fill(texts, { placement, variables }) {
    const picked = this.pick(texts)
    if (picked === undefined) return undefined
    const parts = picked.value.split(/\{\{\s*([\w-]{1,128})\s*\}\}/).map((text, at) => {
      if (at % 2 === 0) return { text }
      const declared = variables.find(({ id }) => id === text)
      const given = placement.variables.find(({ id }) => id === text)?.value ?? []
      if (typeof given[0] === 'string') return { values: given.map((id) => ({ id, texts: declared?.options.find((one) => one.id === id)?.name })) }
      return this.pick(given) ? { values: [{ texts: given }] } : { id: text, label: declared?.label }
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
      const options = isChoice ? value.map((option) => this.#optionOf(option, variable, title)) : undefined
      const text = !isChoice && this.pick(value) ? value : undefined
      return [{ id, label: variable?.label, options, text, reason: provenance?.variable_rationale[id], marks: this.cite(variable?.sources ?? [], title) }]
    })
  }

  iconOf({ element, category, contextValue }) {
    const coloured = toContextColours(contextValue?.color)
    return { fill: coloured?.fill, uri: this.icons.dataUri(element?.shape ?? category?.shape ?? 'circle', element?.symbol_id, coloured ?? plainColours) }
  }

  cite(sources, place) {
    return sources.map(({ type, title, url = '', citation }) => this.#mark(`${type}\n${title}\n${url}\n${citation}`, place, this.words.source, () => ({ kind: this.words.sourceTypes[type], title, citation, href: toWebHref(url) })))
  }

  quote(quote, context, place) {
    const start = quote.length > 120 ? `${quote.slice(0, 120)}…` : quote
    return this.#mark(`${quote}\n${context}`, place, this.words.quote, () => ({ kind: this.words.quote, start }))
  }

  #mark(key, place, kind, describe) {
    if (!this.notes.has(key)) this.notes.set(key, { number: this.notes.size + 1, uses: [], ...describe() })
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
        heads: all.filter(({ placement }) => instance.head_refs.includes(placement.element_instance_id) || instance.head_refs.includes(placement.element_id)),
        steps: this.sections
          .map((section) => ({ ...section, placed: section.placed.filter(({ placement }) => placement.subchain_instance_id === instance.id) }))
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

/** A document without what the two write differently: comments and empty classes that Vue leaves, space between tags, and how an empty element ends. */
export const normalize = (html) => html.replaceAll(/<!--.*?-->| class=""/g, '').replaceAll(/><\/circle>/g, '/>').replaceAll(/\s+/g, ' ').replaceAll(/ ?(<[^>]*>) ?/g, '$1')
