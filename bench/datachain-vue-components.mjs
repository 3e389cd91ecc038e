// The components of bench/datachain-vue.mjs as single files; each renders what a file of
// servers/datachain/src/render renders.

export const marks = `
<script setup>
defineProps(['marks'])
</script>
<template><sup v-for="mark in marks" class="mark"><a :id="mark.anchor" :href="'#n' + mark.number"><span class="unseen">{{ mark.kind }} </span>{{ mark.number }}</a></sup></template>`

export const say = `
<script setup>
import { inject } from 'vue'
const { texts, or } = defineProps(['texts', 'or'])
const page = inject('page')
const picked = page.pick(texts)
const marks = picked && page.marksOf(picked.locale)
</script>
<template><span v-if="marks" :lang="marks.lang" :dir="marks.dir">{{ picked.value }}</span><template v-else>{{ picked ? picked.value : or }}</template></template>`

export const parts = `
<script setup>
import { inject } from 'vue'
import Say from './say.mjs'
defineProps(['parts'])
const { words } = inject('page')
</script>
<template><template v-for="part in parts"><span v-if="part.values" class="filled"><template v-for="(value, at) in part.values"><template v-if="at > 0">, </template><Say :texts="value.texts" :or="value.id" /></template></span><span v-else-if="part.id" class="blank"><Say :texts="part.label" :or="part.id" /> ({{ words.blank }})</span><template v-else>{{ part.text }}</template></template></template>`

export const filled = `
<script setup>
import Parts from './parts.mjs'
defineProps(['text'])
</script>
<template><span v-if="text.marks" :lang="text.marks.lang" :dir="text.marks.dir"><Parts :parts="text.parts" /></span><Parts v-else :parts="text.parts" /></template>`

export const variables = `
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

export const heading = `
<script setup>
import { inject } from 'vue'
const { confidence } = defineProps(['confidence'])
const { words } = inject('page')
const level = { high: 3, medium: 2, low: 1 }[confidence]
</script>
<template><span class="badge ai">{{ words.aiWritten }}</span><span v-if="level" class="sure">{{ words.confidence }}{{ words.colon }}{{ words.confidences[confidence] }} <svg class="meter" width="30" height="8" viewBox="0 0 30 8" aria-hidden="true"><circle v-for="(x, at) in [4, 15, 26]" :cx="x" cy="4" r="3.25" :class="at < level ? 'full' : undefined"></circle></svg></span></template>`

export const provenance = `
<script setup>
import { inject } from 'vue'
import Heading from './heading.mjs'
import Marks from './marks.mjs'
const { known, title } = defineProps(['known', 'title'])
const page = inject('page')
const { words } = page
const quotes = known.source_references.map(({ quote, context }) => {
  const marks = [page.quote(quote, context, title)]
  return { quote, context, marks }
})
</script>
<template>
<p v-if="known.rationale === undefined && quotes.length === 0" class="provenance"><Heading :confidence="known.confidence" /></p>
<details v-else class="provenance"><summary><Heading :confidence="known.confidence" /></summary>
<div class="inside"><p v-if="known.rationale"><span class="label">{{ words.why }}{{ words.colon }}</span>{{ known.rationale }}</p><p v-if="quotes.length > 0" class="label">{{ words.quotes }}{{ words.colon }}</p>
<figure v-for="one in quotes"><blockquote><p><span class="quoted">{{ one.quote }}</span><Marks :marks="one.marks" /></p></blockquote><figcaption v-if="one.context" class="prose">{{ one.context }}</figcaption></figure></div></details>
</template>`

export const card = `
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
let note = isProposed ? words.proposedNote : undefined
if (element === undefined) note = words.unknownElement
const marks = page.cite([...(element?.sources ?? []), ...placement.sources], title)
const rows = page.rowsOf(placed, title)
const icon = page.iconOf(placed)
const swatch = icon.fill
const label = context && page.pick(context.name) && context.name
const explained = contextValue && page.pick(contextValue.description) && contextValue.description
const actions = placement.actions.map((action) => ({
  label: action.label,
  kind: words.actions[action.type],
  href: page.hrefOf(action),
  shown: action.target.replace(/^(?:mailto|tel):/i, ''),
}))
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

export const notes = `
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

export const body = `
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
const nameOf = ({ category }) => ({
  texts: category?.name ?? [],
  or: category?.id ?? words.otherCategory,
})
function promptOf({ category }) {
  if (category === undefined) return undefined
  return page.pick(category.prompt) ? category.prompt : category.description
}
const citesOf = ({ category }) =>
  page.cite(category?.sources ?? [], page.plain(category?.name ?? []))
function authorOf() {
  if (authoring === undefined) return undefined
  return authoring.kind === 'human' ? words.humanWritten : authoring.model ?? words.aiWritten
}
const { linked_instance_ids: linked } = resolved
const rows = [
  [words.identifier, resolved.id],
  [words.edition, resolved.instance_version],
  [words.created, undefined, resolved.created_at],
  [words.updated, undefined, resolved.updated_at],
  [words.schema, resolved.schema_version],
  [words.author, authorOf()],
  [words.linked, undefined, undefined, linked.length > 0 ? linked : undefined],
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
