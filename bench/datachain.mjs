// The datachain server against what does the same work and no more, in one process: interleaved rounds, medians of CPU time, ratios only.
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

// Vue is several times slower unless it is told so before it is loaded.
process.env.NODE_ENV = 'production'

const rounds = Number(process.argv[2] ?? 31)
const catalogue = await loadData()
const version = catalogue.find('ai@latest')
const { version: name } = version.manifest

const texts = (word) => [
  { locale: 'en', value: `${word}, as the operator of the system tells it to everyone who asks` },
  { locale: 'fr', value: `${word}, comme l’exploitant du système le dit à qui le demande` },
]

/** An element placed with everything that it can tell. */
const place = (element) => ({
  element_id: element.id,
  context_type_id: (
    element.context ?? version.categoryById.get(element.category_id).element_context
  )?.values[0].id,
  variables: element.variables.flatMap(({ id, kind, options }) => {
    const value =
      kind === 'localized_text'
        ? texts(id)
        : options
            .filter(({ applies_to }) => applies_to.includes(element.id))
            .map((option) => option.id)
    return value.length === 0 ? [] : [{ id, value }]
  }),
})

/** The example, with elements that it does not place added until there are 60. */
function describe(example) {
  const placed = new Set(example.elements.map(({ element_id }) => element_id))
  const others = version.elements.filter(({ id }) => !placed.has(id)).map(place)
  return { ...example, elements: [...example.elements, ...others].slice(0, 60) }
}

const text = JSON.stringify(describe(parse(await readFile(`${embeddedData}example.yaml`, 'utf8'))))

function prepareValidation() {
  const server = createDatachainServer(catalogue)
  const ours = async () => {
    const outcome = await server.call('validate_datachain', {
      version: name,
      datachain: JSON.parse(text),
    })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  }
  return { ours, bare: () => Datachain.parse(JSON.parse(text)), times: 100 }
}

/** Random numbers from 0 to 1, the same in every run. */
function createRandom(state = 1) {
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Elements whose words are as common as Zipf says. */
function writeElements(count) {
  const random = createRandom()
  const syllables =
    'ba con de en for ga hi in ja ki lo men na or per qua re se ti un ver wa ex yo zu tra ple sti'.split(
      ' ',
    )
  const syllable = () => syllables[Math.floor(random() * syllables.length)]
  const words = Array.from({ length: 8_000 }, (_, rank) =>
    Array.from(
      { length: 1 + (rank > 20) + (rank > 300) + Math.floor(random() * 3) },
      syllable,
    ).join(''),
  )
  for (const [at, word] of [
    'camera',
    'people',
    'decision',
    'location',
    'recognises',
    'retention',
  ].entries())
    words[40 + 90 * at] = word
  const write = (length) =>
    Array.from(
      { length },
      () =>
        words[
          Math.min(words.length - 1, Math.floor(Math.exp(random() * Math.log(words.length))) - 1)
        ],
    ).join(' ')
  return Array.from({ length: count }, (_, at) => ({
    ...version.elements[at % version.elements.length],
    id: `element-${at}`,
    title: [{ locale: 'en', value: write(1 + Math.floor(random() * 4)) }],
    description: [{ locale: 'en', value: write(8 + Math.floor(random() * 20)) }],
  }))
}

async function prepareSearch() {
  const elements = writeElements(10_000)
  const server = createDatachainServer(
    createCatalogue([
      {
        ...version,
        elements,
        elementById: new Map(elements.map((element) => [element.id, element])),
      },
    ]),
  )
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
  const list = async (query) => (await server.call('list_elements', { version: name, query })).data
  for (const query of queries)
    if ((await list(query)).total !== index.search(query).length)
      throw new Error(`the answers to '${query}' differ`)
  const ours = async () => {
    for (const query of queries) await list(query)
  }
  return { ours, bare: () => queries.forEach((query) => index.search(query)), times: 4 }
}

async function prepareDocuments() {
  const { normalize, renderWithVue } = await import('./datachain-vue.mjs')
  const resolved = resolveDatachain(Datachain.parse(JSON.parse(text)), version)
  const icons = createIcons(version.symbols)
  const headOf = (html) => html.slice(0, html.indexOf('<body>') + '<body>'.length)
  for (const [datachain, locale] of [
    [resolved, 'en'],
    [resolved, 'fr'],
    [filterLocales(resolved, ['fr']), 'en'],
  ]) {
    const ours = renderDatachain(datachain, { locale, icons })
    if (
      normalize(ours) !==
      normalize(await renderWithVue(datachain, { locale, icons, head: headOf(ours) }))
    )
      throw new Error(`the documents in '${locale}' differ`)
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
 * Each case: what is measured, what against, how often per round, and whether the number told is
 * how many more are done. Made when its turn comes, so that none has the memory of another.
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
  console.log(`${(isRate ? 1 / ratio : ratio).toFixed(2)} ×   ${name}`)
}
