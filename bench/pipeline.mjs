// One call in process against the same work written by hand, unless it says against what:
// interleaved rounds, medians of CPU time, ratios only.
import { createFlags, defineFlags, defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { timeCpu, toRatio } from './figures.mjs'

const rounds = Number(process.argv[2] ?? 31)

const EchoInput = z.object({
  name: z.string(),
  count: z.int().min(0).max(100),
  tags: z.array(z.string()).optional(),
})
const EchoOutput = z.object({
  name: z.string(),
  count: z.int(),
  tags: z.array(z.string()),
  greeting: z.string(),
  total: z.int(),
  note: z.string(),
})
const ListInput = z.object({ limit: z.int().min(1).max(500) })
const Row = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  active: z.boolean(),
  balance: z.number(),
  region: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
})
const ListOutput = z.object({ rows: z.array(Row), total: z.int() })
const FailInput = z.object({ reason: z.string().optional() })
const FailOutput = z.object({})

const table = Array.from({ length: 500 }, (_, id) => ({
  id,
  name: `customer-${String(id).padStart(6, '0')}`,
  email: `customer.${id}@example.test`,
  active: id % 3 !== 0,
  balance: Math.round(id * 13_731) / 100,
  region: ['eu-west-1', 'us-east-2', 'ap-south-1'][id % 3],
  note: `Row ${id} "quoted" \\ line\nbreak, é`,
  tags: ['alpha', 'beta'],
}))

const echo = ({ name, count, tags = [] }) => ({
  name,
  count,
  tags,
  greeting: `Hello, ${name}!`,
  total: count * 3,
  note: 'A line of text that brings the answer to about two hundred bytes.',
})
const list = ({ limit }) => ({ rows: table.slice(0, limit), total: table.length })

const codes = {
  UPSTREAM_FAILED: {
    kind: 'unavailable',
    message: 'The upstream refused the request.',
    hint: 'Retry later.',
  },
}
const read = { summary: 'Measured.', effect: 'read' }
const server = defineServer({
  name: 'bench',
  version: '1.0.0',
  codes,
  tools: [
    defineTool({
      ...read,
      name: 'echo_small',
      input: EchoInput,
      output: EchoOutput,
      run: (input) => ok(echo(input)),
    }),
    defineTool({
      ...read,
      name: 'echo_later',
      input: EchoInput,
      output: EchoOutput,
      run: async (input) => ok(echo(input)),
    }),
    defineTool({
      ...read,
      name: 'list_rows',
      input: ListInput,
      output: ListOutput,
      run: (input) => ok(list(input)),
    }),
    defineTool({
      ...read,
      name: 'fail',
      input: FailInput,
      output: FailOutput,
      codes: ['UPSTREAM_FAILED'],
      run: (_, call) => call.fail('UPSTREAM_FAILED'),
    }),
  ],
})

/** Every policy that a server has by itself is around this tool: deprecation, flags and consent. */
const covered = defineServer({
  name: 'bench',
  version: '1.0.0',
  flags: createFlags(
    defineFlags({ fast: { summary: 'Faster.', state: 'beta', owner: 'bench', default: true } }),
  ),
  consent: { mode: 'literal' },
  tools: [
    defineTool({
      ...read,
      name: 'echo_small',
      effect: 'destroy',
      formerly: [{ name: 'echo_old' }],
      input: EchoInput,
      output: EchoOutput,
      run: (input) => ok(echo(input)),
    }),
  ],
})

const ours =
  (name, text, { contract, codes, call } = server) =>
  async () => {
    const outcome = await call(name, JSON.parse(text))
    return JSON.stringify(contract.encode(outcome, codes).body)
  }

const envelope = (success, data, error) =>
  JSON.stringify({
    success,
    data,
    error,
    meta: { version: 'response-v2', request_id: crypto.randomUUID() },
  })
const bare = (Input, Output, run, text) => async () => {
  const data = await run(Input.parse(JSON.parse(text)))
  return envelope(true, Output.parse(data), null)
}
const bareFailure = (text) => async () => {
  FailInput.parse(JSON.parse(text))
  const { kind, message, hint } = codes.UPSTREAM_FAILED
  const data = { error_code: 'UPSTREAM_FAILED', error_type: kind, remediation: hint }
  return envelope(false, data, message)
}

const small = '{"name":"Ada","count":7,"tags":["a","b"]}'
const agreed = small.replace('}', ',"explicit_action":"ECHO_SMALL"}')
const rows = '{"limit":500}'
const manyTools = () =>
  Array.from({ length: 1_000 }, (_, index) =>
    defineTool({
      ...read,
      name: `tool_${index}`,
      input: z.object({
        id: z.string(),
        depth: z.int().min(0).max(10).optional(),
        fields: z.array(z.string()).optional(),
      }),
      output: z.object({ id: z.string(), depth: z.int() }),
      run: () => ok({ id: 'x', depth: 0 }),
    }),
  )
const convert = (tools) => {
  for (const { input, output } of tools) {
    input['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    output['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  }
}

/** Each case: the framework, the same by hand, runs per round, and what is made before a round. */
const cases = {
  'small call': {
    ours: ours('echo_small', small),
    bare: bare(EchoInput, EchoOutput, echo, small),
    times: 4_000,
  },
  'small call, async tool': {
    ours: ours('echo_later', small),
    bare: bare(EchoInput, EchoOutput, async (input) => echo(input), small),
    times: 4_000,
  },
  'failing call': { ours: ours('fail', '{}'), bare: bareFailure('{}'), times: 4_000 },
  '100 KB answer': {
    ours: ours('list_rows', rows),
    bare: bare(ListInput, ListOutput, list, rows),
    times: 40,
  },
  'small call with every default policy, against none': {
    ours: ours('echo_small', agreed, covered),
    bare: ours('echo_small', small),
    times: 4_000,
  },
  'defineServer, 1,000 tools, against converting their schemas': {
    ours: (tools) => defineServer({ name: 'many', version: '1.0.0', tools }),
    bare: convert,
    times: 1,
    prepare: manyTools,
  },
}

const withoutId = (text) => text?.replace(/"request_id":"[^"]+"/, '')
for (const [name, one] of Object.entries(cases)) {
  if (one.prepare === undefined && withoutId(await one.ours()) !== withoutId(await one.bare()))
    throw new Error(`${name}: the answers differ`)
}

const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, { ours: [], bare: [] }]))
for (let round = -2; round < rounds; round++) {
  for (const [name, { times, prepare, ...sides }] of Object.entries(cases)) {
    for (const side of ['ours', 'bare']) {
      const spent = await timeCpu(sides[side], { times, argument: prepare?.() })
      if (round >= 0) taken[name][side].push(spent)
    }
  }
}

for (const [name, sides] of Object.entries(taken))
  console.log(`${toRatio(sides.ours, sides.bare)} ×   ${name}`)
