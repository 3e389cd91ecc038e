// Fitting an answer into its budget against writing it out and estimating it once, and what answers
// that fit pay for the check: interleaved rounds, medians of CPU time, ratios only.
import { defineServer, defineTool, ok } from 'toolaccord'
import { createFidelity, estimateTokens } from 'toolaccord/fidelity'
import { createRestHandler } from 'toolaccord/rest'
import * as z from 'zod'
import { timeCpu, toRatio } from './figures.mjs'

const rounds = Number(process.argv[2] ?? 15)
const budget = 20_000
const sentences = [
  'The committee found that the measure had reduced the cost of transport in most of the regions.',
  'Several residents spoke about traffic, schools and the loss of open fields near the river.',
  'Scientists compared photographs, old maps and satellite images, and published their results.',
  'A second dam might collapse, so the authorities ordered that twenty thousand people must leave.',
]
/** As many sentences as `count` says. */
function write(count, from = 0) {
  const sentenceAt = (index) => sentences[(index * 7 + from) % sentences.length]
  return Array.from({ length: count }, (_, index) => sentenceAt(index)).join(' ')
}

const Finding = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  confidence: z.number(),
  source: z.url(),
})
const Row = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(['active', 'closed']),
  created_at: z.string(),
  amount: z.number(),
})
const finding = (sentenceCount) => (_, index) => ({
  id: `finding-${index}`,
  title: `Finding number ${index}`,
  text: write(sentenceCount, index),
  confidence: (index % 10) / 10,
  source: `https://example.com/reports/${index}`,
})
const row = (_, index) => ({
  id: index,
  name: `User ${index}`,
  email: `user${index}@example.com`,
  status: index % 3 ? 'active' : 'closed',
  created_at: '2026-01-02T03:04:05Z',
  amount: index * 1.5,
})
const findings = (count, sentenceCount = 3) => ({
  findings: Array.from({ length: count }, finding(sentenceCount)),
  total: count,
})
const rows = (count) => ({ rows: Array.from({ length: count }, row), total: count })
const Findings = z.object({ findings: z.array(Finding), total: z.int() })
const Rows = z.object({ rows: z.array(Row), total: z.int() })

const items = { path: 'findings', id: 'id', priority: ({ confidence }) => confidence }
const summarise = ({ id, title, source }) => ({ id, title, text: '', confidence: 0, source })

/** Each answer is about a megabyte. */
const large = {
  'findings, by the priority of a plan': {
    data: findings(2_300),
    output: Findings,
    fidelity: { items: [items] },
  },
  'long findings, in the words of a plan': {
    data: findings(40, 270),
    output: Findings,
    fidelity: { items: [{ ...items, atLeast: 30, summarise }] },
  },
  'findings, without a plan': { data: findings(2_300), output: Findings },
  'rows, without a plan': { data: rows(8_200), output: Rows },
  'one long text': { data: { text: write(11_000) }, output: z.object({ text: z.string() }) },
}

/** Answers that fit: by their bytes alone, and only by a bound or a count. */
const small = {
  '2 KB': rows(16),
  '15 KB': rows(115),
  '35 KB of rows': rows(280),
  '40 KB': findings(95),
}

const schemaOf = (data) => (data.rows ? Rows : Findings)
const smallAnswers = Object.entries(small).map(([name, data]) => {
  const output = schemaOf(data)
  return [name, { data, output }]
})
const named = [...Object.entries(large), ...smallAnswers]
const tools = named.map(([, { data, output, fidelity }], index) =>
  defineTool({
    name: `answer_${index}`,
    summary: 'Measured.',
    effect: 'read',
    output,
    fidelity,
    run: () => ok(data),
  }),
)

// Archiving is measured in archive.mjs; here it costs nothing, so that fitting is seen alone.
const free = { put: async () => `sha256:${'0'.repeat(64)}` }
const plain = defineServer({ name: 'bench', version: '1.0.0', tools })
const counting = defineServer({
  name: 'bench',
  version: '1.0.0',
  tools,
  fidelity: createFidelity({ archive: free, budget }),
})
const plainRest = createRestHandler(plain)
const countingRest = createRestHandler(counting)
const outcomes = await Promise.all(tools.map(({ name }) => plain.call(name, {})))
const toText = (outcome) => JSON.stringify(counting.contract.encode(outcome, counting.codes).body)
const texts = outcomes.map(toText)
const fit = (index) => fitOf(counting, `answer_${index}`, outcomes[index], texts[index])

function fitOf({ fitter }, name, outcome, text) {
  if (fitter === undefined || fitter.fits(name, {}, text)) return outcome
  return fitter.fit({ name, options: {}, outcome, write: toText })
}

const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
const ask = (handler, index) => async () => {
  const response = await handler(new Request(`http://localhost/api/answer_${index}`, init))
  return response.text()
}

const call = (server, index) => async () => {
  const outcome = await server.call(`answer_${index}`, {})
  const text = toText(outcome)
  return fitOf(server, `answer_${index}`, outcome, text)
}

/** A large answer against one estimate of it. */
const toLargeCase = (name, index) => ({
  name,
  unit: '× stringify + estimate',
  ours: () => fit(index),
  bare: () => estimateTokens(toText(outcomes[index])),
  times: 1,
})

/** An answer that fits against the same without fidelity, over HTTP and in process. */
function toSmallCases(name, index) {
  const times = Math.ceil(4_000 / Number.parseInt(name, 10))
  const shared = { unit: '× no fidelity', times }
  const overHttp = { ours: ask(countingRest, index), bare: ask(plainRest, index) }
  const inProcess = { ours: call(counting, index), bare: call(plain, index) }
  return [
    { name: `answer of ${name} that fits, over HTTP`, ...shared, ...overHttp },
    { name: `answer of ${name} that fits, in process`, ...shared, ...inProcess },
  ]
}

const largeCount = Object.keys(large).length
const cases = named.flatMap(([name], index) => {
  if (index < largeCount) return [toLargeCase(name, index)]
  return toSmallCases(name, index)
})

for (const [index, name] of Object.keys(large).entries()) {
  const fitted = await fit(index)
  const tokens = estimateTokens(toText(fitted))
  if (!fitted.ok || tokens > budget || tokens < budget * 0.7)
    throw new Error(`${name}: ${tokens} tokens`)
  cases[index].name += ` → ${fitted.notes.fidelity.level}`
}

const taken = cases.map(() => ({ ours: [], bare: [] }))
for (let round = -3; round < rounds; round++) {
  for (const [index, { times, ...sides }] of cases.entries()) {
    for (const side of ['ours', 'bare']) {
      const spent = await timeCpu(sides[side], { times })
      if (round >= 0) taken[index][side].push(spent)
    }
  }
}

for (const [index, { name, unit }] of cases.entries()) {
  const { ours, bare } = taken[index]
  console.log(`${toRatio(ours, bare)} ${unit}   ${name}`)
}
