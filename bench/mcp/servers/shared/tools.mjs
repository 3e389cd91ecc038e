// The tools that every server here has: the same names, checks and data. `run` returns { data } or
// { problem }.

const note = 'A constant line of text that brings the data to about 200 bytes of JSON.'
const regions = ['eu-west-1', 'us-east-2', 'ap-south-1']

/** About 200 bytes each, with characters that JSON escapes; 500 of them are about 100 KB. */
const rows = Array.from({ length: 1000 }, (_, id) => ({
  id,
  name: `customer-${String(id).padStart(6, '0')}`,
  email: `customer.${id}@example.test`,
  active: id % 3 !== 0,
  balance: Math.round(id * 13_731) / 100,
  region: regions[id % 3],
  note: `Row ${id} "quoted" \\ line\nbreak, é`,
  tags: ['alpha', 'beta'],
}))

export const upstreamFailed = {
  code: 'UPSTREAM_FAILED',
  kind: 'unavailable',
  message: 'The upstream refused the request.',
  hint: 'Try again later.',
  details: { retryable: false },
}

/** The tools in the given zod, version 3 or 4; fillers bring their number to `count`. */
export function defineTools(z, count) {
  const integer = () => z.number().int()
  const strings = () => z.array(z.string())

  const echoSmall = {
    name: 'echo_small',
    summary: 'Echo the arguments in a small answer.',
    input: z.strictObject({
      name: z.string().describe('A name'),
      count: integer().min(0).max(100).describe('A count'),
      tags: strings().optional().describe('Tags'),
    }),
    output: z.object({
      name: z.string(),
      count: integer(),
      tags: strings(),
      greeting: z.string(),
      total: integer(),
      note: z.string(),
    }),
    run: ({ name, count, tags = [] }) => ({
      data: { name, count, tags, greeting: `Hello, ${name}!`, total: count * 3, note },
    }),
  }

  const row = z.object({
    id: integer(),
    name: z.string(),
    email: z.string(),
    active: z.boolean(),
    balance: z.number(),
    region: z.string(),
    note: z.string(),
    tags: strings(),
  })
  const listRows = {
    name: 'list_rows',
    summary: 'List rows, the first ones first.',
    input: z.strictObject({
      limit: integer().min(1).max(rows.length).describe('How many at most'),
    }),
    output: z.object({ rows: z.array(row), total: integer(), next_cursor: z.string().nullable() }),
    run: ({ limit }) => ({
      data: { rows: rows.slice(0, limit), total: rows.length, next_cursor: null },
    }),
  }

  const fail = {
    name: 'fail',
    summary: 'Fail every time.',
    input: z.strictObject({ reason: z.string().optional().describe('Why') }),
    output: z.object({ done: z.boolean() }),
    run: () => ({ problem: upstreamFailed }),
  }

  const filler = (_, index) => ({
    name: `filler_${String(index).padStart(4, '0')}`,
    summary: `Look record ${index} up by its identifier and return it.`,
    input: z.strictObject({
      id: z.string().describe('The identifier of the record'),
      depth: integer().min(0).max(10).optional().describe('How deep to follow links'),
      fields: strings().optional().describe('Fields to return'),
    }),
    output: z.object({ id: z.string(), depth: integer() }),
    run: ({ id, depth = 0 }) => ({ data: { id, depth } }),
  })

  return [echoSmall, listRows, fail, ...Array.from({ length: count - 3 }, filler)]
}
