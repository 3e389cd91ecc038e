// Every server that is measured: one row, one process, spoken to in one era. Rows that are measured
// again show the noise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { legacy, modern } from './protocol.mjs'

const everywhere = ['http', 'stdio', 'cold-start', 'tools', 'memory']
const bothTransports = ['http', 'stdio']
const starting = ['http', 'stdio', 'cold-start']
const withoutStart = ['http', 'stdio', 'tools', 'memory']
const httpOnly = ['http', 'memory']

/**
 * A row: `measures` are the parts that it takes part in, `file` is its program, `args` are the
 * options of the program.
 */
const row = (id, label, more) => ({ id, label, file: id, args: [], era: modern, ...more })
const peer = (id, label, more) => row(id, label, { isPeer: true, ...more })

/** A peer that is the program of another row with one more option. */
function variant(file, option, { label, ...more }) {
  return peer(`${file}-${option}`, label, { file, args: [`--${option}`], ...more })
}

const ours = [
  row('toolaccord', 'Toolaccord', { measures: everywhere }),
  row('toolaccord-again', 'Toolaccord, measured again', {
    file: 'toolaccord',
    measures: bothTransports,
  }),
  row('toolaccord-2025', 'Toolaccord', { file: 'toolaccord', era: legacy, measures: starting }),
  row('bare', 'bare `node:http`, bare stdio loop', { measures: bothTransports }),
  row('floor', 'hand-written floor', { measures: withoutStart }),
]

const secondSdk = [
  peer('sdk2', 'official SDK 2.x', { measures: everywhere }),
  row('sdk2-again', 'official SDK 2.x, measured again', { file: 'sdk2', measures: bothTransports }),
  variant('sdk2', 'output', {
    label: 'official SDK 2.x, output checked',
    measures: bothTransports,
  }),
  variant('sdk2', 'low', { label: 'official SDK 2.x, low-level server', measures: withoutStart }),
  peer('sdk2-2025', 'official SDK 2.x', { file: 'sdk2', era: legacy, measures: starting }),
  variant('sdk2', 'sessions', {
    label: 'official SDK 2.x, sessions',
    era: legacy,
    measures: httpOnly,
    hasSession: true,
  }),
]

const firstSdk = [
  peer('sdk1', 'official SDK 1.x', { era: legacy, measures: everywhere }),
  variant('sdk1', 'output', {
    label: 'official SDK 1.x, output checked',
    era: legacy,
    measures: bothTransports,
  }),
  variant('sdk1', 'low', {
    label: 'official SDK 1.x, low-level server',
    era: legacy,
    measures: withoutStart,
  }),
  variant('sdk1', 'sessions', {
    label: 'official SDK 1.x, sessions',
    era: legacy,
    measures: httpOnly,
    hasSession: true,
  }),
]

const others = [
  peer('tmcp', 'tmcp', { measures: everywhere }),
  variant('tmcp', 'output', { label: 'tmcp, output checked', measures: bothTransports }),
  peer('fastmcp', 'fastmcp', { era: legacy, measures: everywhere }),
  variant('fastmcp', 'output', {
    label: 'fastmcp, output checked',
    era: legacy,
    measures: bothTransports,
  }),
  peer('hono-mcp', '@hono/mcp', { era: legacy, measures: httpOnly }),
  peer('mcp-use', 'mcp-use', { measures: httpOnly }),
  variant('mcp-use', 'output', { label: 'mcp-use, output checked', measures: ['http'] }),
  peer('mcp-framework', 'mcp-framework, sessions, output checked', {
    era: legacy,
    measures: ['http', 'stdio', 'cold-start', 'memory'],
    hasSession: true,
  }),
]

/** Another build of ours, to be compared with this one. */
const before =
  process.env.BENCH_BEFORE === undefined
    ? []
    : [row('toolaccord-before', 'Toolaccord before', { measures: everywhere })]

export const servers = [...ours, ...before, ...secondSdk, ...firstSdk, ...others]

/** What a smoke run starts. */
export const quickIds = ['toolaccord', 'toolaccord-2025', 'bare', 'floor', 'sdk2', 'sdk2-2025']

const packages = [
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/sdk',
  'tmcp',
  'fastmcp',
  '@hono/mcp',
  'mcp-use',
  'mcp-framework',
  'zod',
]

/** Name and version of every package that is measured. */
export function versions() {
  const read = (folder) =>
    JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package.json'), 'utf8'))
  const { dependencies } = read('..')
  return [
    `toolaccord ${read('../../../packages/toolaccord').version}`,
    ...packages.map((name) => `${name} ${dependencies[name]}`),
  ]
}
