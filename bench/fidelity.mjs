// Fitting an answer into its budget against writing it out and estimating it once, and what answers that fit pay for the check: interleaved rounds, medians of CPU time, ratios only.
import { defineServer, defineTool, ok } from 'toolaccord'
import { createFidelity, estimateTokens } from 'toolaccord/fidelity'
import { createRestHandler } from 'toolaccord/rest'
import * as z from 'zod'

const rounds = Number(process.argv[2] ?? 15)
const budget = 20_000
const sentences = [
  'The committee found that the measure had reduced the cost of transport in most of the regions.',
  'Several residents spoke about traffic, schools and the loss of open fields near the river.',
  'Scientists compared photographs, old maps and satellite images, and published what they concluded.',
  'A second dam might collapse, so the authorities ordered the evacuation of twenty thousand people.',
]
const write = (count, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => sentences[(index * 7 + from) % sentences.length],
  ).join(' ')

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

const named = [
  ...Object.entries(large),
  ...Object.entries(small).map(([name, data]) => [
    name,
    { data, output: data.rows ? Rows : Findings },
  ]),
]
const tools = named.map(([, { data, output, fidelity }], index) =>
  defineTool({
    name: `answer_${index}`,
    summary: 'Measured.',
    effect: 'read',
    output,
    ...(fidelity && { fidelity }),
    run: () => ok(data),
  }),
)

// Archiving is measured in archive.mjs; here it costs nothing, so that fitting is seen alone.
const free = { put: async () => `sha256:${'0'.repeat(64)}` }
const define = (fidelity) =>
  defineServer({ name: 'bench', version: '1.0.0', tools, ...(fidelity && { fidelity }) })
const [counting, plain] = [define(createFidelity({ archive: free, budget })), define()]
const [countingRest, plainRest] = [createRestHandler(counting), createRestHandler(plain)]
const outcomes = await Promise.all(tools.map(({ name }) => plain.call(name, {})))
const toText = (outcome) => JSON.stringify(counting.contract.encode(outcome, counting.codes).body)
const texts = outcomes.map(toText)
const fitOf = (server, name, outcome, text) =>
  server.fit.fits(name, {}, text)
    ? outcome
    : server.fit.fit({ name, options: {}, outcome, write: toText })
const fit = (index) => fitOf(counting, `answer_${index}`, outcomes[index], texts[index])
const request = (index) =>
  new Request(`http://localhost/api/answer_${index}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
const ask = (handler, index) => async () => (await handler(request(index))).text()

const call = (server, index) => async () => {
  const outcome = await server.call(`answer_${index}`, {})
  const text = toText(outcome)
  return server.fit === undefined ? outcome : fitOf(server, `answer_${index}`, outcome, text)
}

const cases = named.flatMap(([name], index) => {
  if (index < Object.keys(large).length)
    return [
      {
        name,
        unit: '× stringify + estimate',
        ours: () => fit(index),
        bare: () => estimateTokens(toText(outcomes[index])),
        times: 1,
      },
    ]
  const [unit, times] = ['× no fidelity', Math.ceil(4_000 / Number.parseInt(name, 10))]
  return [
    {
      name: `answer of ${name} that fits, over HTTP`,
      unit,
      ours: ask(countingRest, index),
      bare: ask(plainRest, index),
      times,
    },
    {
      name: `answer of ${name} that fits, in process`,
      unit,
      ours: call(counting, index),
      bare: call(plain, index),
      times,
    },
  ]
})

for (const [index, name] of Object.keys(large).entries()) {
  const fitted = await fit(index)
  const tokens = estimateTokens(toText(fitted))
  if (!fitted.ok || tokens > budget || tokens < budget * 0.7)
    throw new Error(`${name}: ${tokens} tokens`)
  cases[index].name += ` → ${fitted.notes.fidelity.level}`
}

async function cpuOf(run, times) {
  const start = process.cpuUsage()
  for (let time = 0; time < times; time++) await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

const taken = cases.map(() => ({ ours: [], bare: [] }))
for (let round = -3; round < rounds; round++) {
  for (const [index, { times, ...sides }] of cases.entries()) {
    for (const side of ['ours', 'bare']) {
      const spent = await cpuOf(sides[side], times)
      if (round >= 0) taken[index][side].push(spent)
    }
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
for (const [index, { name, unit }] of cases.entries())
  console.log(
    `${(median(taken[index].ours) / median(taken[index].bare)).toFixed(2)} ${unit}   ${name}`,
  )
