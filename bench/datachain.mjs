// Compares the datachain server with code that does the same work and no more, in one process:
// interleaved rounds, medians of CPU time, ratios only.
import { readFile } from 'node:fs/promises'
import MiniSearch from 'minisearch'
import { parse } from 'yaml'
import { createCatalogue } from '../servers/datachain/dist/catalogue/create-catalogue.js'
import { createDatachainServer } from '../servers/datachain/dist/create-datachain-server.js'
import { resolveDatachain } from '../servers/datachain/dist/datachains/resolve-datachain.js'
import { createIcons } from '../servers/datachain/dist/icons/create-icons.js'
import { Datachain } from '../servers/datachain/dist/model/index.js'
import { embeddedData, loadData } from '../servers/datachain/dist/node/load-data.js'
import { renderDatachain } from '../servers/datachain/dist/render/render-datachain.js'
import { filterLocales } from '../servers/datachain/dist/texts/filter-locales.js'

// Vue is several times slower unless this is set before it is loaded.
process.env.NODE_ENV = 'production'

const rounds = Number(process.argv[2] ?? 31)
const catalogue = await loadData()
const version = catalogue.find('ai@latest')
const { version: name } = version.manifest

const texts = (word) => [
  { locale: 'en', value: `${word}, as the operator of the system tells it to everyone who asks` },
  { locale: 'fr', value: `${word}, comme l’exploitant du système le dit à qui le demande` },
]

/** A value for a variable of an element: texts, or every option that applies. */
function valueOf({ id, kind, options }, element) {
  if (kind === 'localized_text') return texts(id)
  const applicable = options.filter(({ applies_to }) => applies_to.includes(element.id))
  return applicable.map((option) => option.id)
}

/** A placement of an element with every variable and its context. */
function place(element) {
  const category = version.categoryById.get(element.category_id)
  const context = element.context ?? category.element_context
  const variables = element.variables
    .map((variable) => ({ id: variable.id, value: valueOf(variable, element) }))
    .filter(({ value }) => value.length > 0)
  return { element_id: element.id, context_type_id: context?.values[0].id, variables }
}

/** The example with more elements, until there are 60. */
function describe(example) {
  const placed = new Set(example.elements.map(({ element_id }) => element_id))
  const others = version.elements.filter(({ id }) => !placed.has(id)).map(place)
  return { ...example, elements: [...example.elements, ...others].slice(0, 60) }
}

const text = JSON.stringify(describe(parse(await readFile(`${embeddedData}example.yaml`, 'utf8'))))

function prepareValidation() {
  const server = createDatachainServer(catalogue)
  const ours = async () => {
    const datachain = JSON.parse(text)
    const outcome = await server.call('validate_datachain', { version: name, datachain })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  }
  return { ours, bare: () => Datachain.parse(JSON.parse(text)), times: 100 }
}

/** Random numbers from 0 to 1, the same in every run. */
function createRandom(state = 1) {
  let current = state
  return () => {
    current = (Math.imul(current, 1_664_525) + 1_013_904_223) >>> 0
    return current / 2 ** 32
  }
}

const syllables = (
  'ba con de en for ga hi in ja ki lo men na or per ' +
  'qua re se ti un ver wa ex yo zu tra ple sti'
).split(' ')
const searched = ['camera', 'people', 'decision', 'location', 'recognises', 'retention']

/** Words by their rank: the commonest are the shortest, and the searched ones are among them. */
function writeWords(random) {
  const syllable = () => syllables[Math.floor(random() * syllables.length)]
  const words = Array.from({ length: 8_000 }, (_, rank) => {
    const length = 1 + (rank > 20) + (rank > 300) + Math.floor(random() * 3)
    return Array.from({ length }, syllable).join('')
  })
  for (const [at, word] of searched.entries()) words[40 + 90 * at] = word
  return words
}

/** Elements whose words are as common as Zipf's law says. */
function writeElements(count) {
  const random = createRandom()
  const words = writeWords(random)
  const pickWord = () => {
    const rank = Math.floor(Math.exp(random() * Math.log(words.length))) - 1
    return words[Math.min(words.length - 1, rank)]
  }
  const write = (length) => Array.from({ length }, pickWord).join(' ')
  return Array.from({ length: count }, (_, at) => ({
    ...version.elements[at % version.elements.length],
    id: `element-${at}`,
    title: [{ locale: 'en', value: write(1 + Math.floor(random() * 4)) }],
    description: [{ locale: 'en', value: write(8 + Math.floor(random() * 20)) }],
  }))
}

async function prepareSearch() {
  const elements = writeElements(10_000)
  const elementById = new Map(elements.map((element) => [element.id, element]))
  const catalogue = createCatalogue([{ ...version, elements, elementById }])
  const server = createDatachainServer(catalogue)
  const index = new MiniSearch({
    fields: ['title', 'description'],
    searchOptions: { boost: { title: 3 }, fuzzy: 0.2, prefix: true },
  })
  index.addAll(
    elements.map(({ id, title, description }) => ({
      id,
      title: title[0].value,
      description: description[0].value,
    })),
  )
  const queries = ['camera', 'people decision', 'retension', 'loc', 'camera recognises location']
  const list = async (query) => {
    const { data } = await server.call('list_elements', { version: name, query })
    return data
  }
  for (const query of queries) {
    const { total } = await list(query)
    if (total !== index.search(query).length) throw new Error(`The answers to '${query}' differ.`)
  }
  const ours = async () => {
    for (const query of queries) await list(query)
  }
  const bare = () => {
    for (const query of queries) index.search(query)
  }
  return { ours, bare, times: 4 }
}

async function prepareDocuments() {
  const { normalize, renderWithVue } = await import('./datachain-vue.mjs')
  const resolved = resolveDatachain(Datachain.parse(JSON.parse(text)), version)
  const icons = createIcons(version.symbols)
  const headOf = (html) => html.slice(0, html.indexOf('<body>') + '<body>'.length)
  const checked = [
    [resolved, 'en'],
    [resolved, 'fr'],
    [filterLocales(resolved, ['fr']), 'en'],
  ]
  for (const [datachain, locale] of checked) {
    const ours = renderDatachain(datachain, { locale, icons })
    const byVue = await renderWithVue(datachain, { locale, icons, head: headOf(ours) })
    if (normalize(ours) !== normalize(byVue))
      throw new Error(`The documents in '${locale}' differ.`)
  }
  const options = { locale: 'en', icons }
  const head = headOf(renderDatachain(resolved, options))
  return {
    ours: () => renderDatachain(resolved, options),
    bare: () => renderWithVue(resolved, { ...options, head }),
    times: 50,
    isRate: true,
  }
}

/**
 * The cases by their titles. Each gives both sides, the runs per round, and `isRate` if the number
 * printed is how many more are done. A case is prepared when its turn comes, so that none has the
 * memory of another.
 */
const cases = {
  'validate_datachain, 60 placements, against JSON.parse and the schema': prepareValidation,
  'list_elements with a query, 10,000 elements, against plain minisearch': prepareSearch,
  'as many documents of 60 placements rendered as by Vue': prepareDocuments,
}

async function cpuOf(run, times) {
  const start = process.cpuUsage()
  for (let time = 0; time < times; time++) await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
for (const [name, prepare] of Object.entries(cases)) {
  const { times, isRate, ...sides } = await prepare()
  const taken = { ours: [], bare: [] }
  for (let round = -15; round < rounds; round++) {
    for (const side of ['ours', 'bare']) {
      const spent = await cpuOf(sides[side], times)
      if (round >= 0) taken[side].push(spent)
    }
  }
  const ratio = median(taken.ours) / median(taken.bare)
  const shown = isRate ? 1 / ratio : ratio
  console.log(`${shown.toFixed(2)} ×   ${name}`)
}
