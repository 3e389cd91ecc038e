// Every server that is measured: one row, one process, spoken to in one era. What is measured again shows the noise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { legacy, modern } from './protocol.mjs'

const everywhere = ['http', 'stdio', 'cold-start', 'tools', 'memory']
const bothTransports = ['http', 'stdio']

/**
 * A row; `measures` says where it takes part, `file` is named after the id unless told, `args` are
 * its options.
 */
const row = (id, label, era, measures, more = {}) => ({
  id,
  label,
  era,
  measures,
  file: id,
  args: [],
  ...more,
})
const peer = (id, label, era, measures, more) =>
  row(id, label, era, measures, { isPeer: true, ...more })
/** A peer that is the server of another row with one more option. */
const variant = (file, option, label, era, measures, more) =>
  peer(`${file}-${option}`, label, era, measures, { file, args: [`--${option}`], ...more })
const sessions = { hasSession: true }

export const servers = [
  row('toolaccord', 'Toolaccord', modern, everywhere),
  row('toolaccord-again', 'Toolaccord, measured again', modern, bothTransports, {
    file: 'toolaccord',
  }),
  row('toolaccord-2025', 'Toolaccord', legacy, ['http', 'stdio', 'cold-start'], {
    file: 'toolaccord',
  }),
  row('bare', 'bare `node:http`, bare stdio loop', modern, bothTransports),
  row('floor', 'hand-written floor', modern, ['http', 'stdio', 'tools', 'memory']),

  peer('sdk2', 'official SDK 2.x', modern, everywhere),
  row('sdk2-again', 'official SDK 2.x, measured again', modern, bothTransports, { file: 'sdk2' }),
  variant('sdk2', 'output', 'official SDK 2.x, output checked', modern, bothTransports),
  variant('sdk2', 'low', 'official SDK 2.x, low-level server', modern, [
    'http',
    'stdio',
    'tools',
    'memory',
  ]),
  peer('sdk2-2025', 'official SDK 2.x', legacy, ['http', 'stdio', 'cold-start'], { file: 'sdk2' }),
  variant('sdk2', 'sessions', 'official SDK 2.x, sessions', legacy, ['http', 'memory'], sessions),

  peer('sdk1', 'official SDK 1.x', legacy, everywhere),
  variant('sdk1', 'output', 'official SDK 1.x, output checked', legacy, bothTransports),
  variant('sdk1', 'low', 'official SDK 1.x, low-level server', legacy, [
    'http',
    'stdio',
    'tools',
    'memory',
  ]),
  variant('sdk1', 'sessions', 'official SDK 1.x, sessions', legacy, ['http', 'memory'], sessions),

  peer('tmcp', 'tmcp', modern, everywhere),
  variant('tmcp', 'output', 'tmcp, output checked', modern, bothTransports),
  peer('fastmcp', 'fastmcp', legacy, everywhere),
  variant('fastmcp', 'output', 'fastmcp, output checked', legacy, bothTransports),
  peer('hono-mcp', '@hono/mcp', legacy, ['http', 'memory']),
  peer('mcp-use', 'mcp-use', modern, ['http', 'memory']),
  variant('mcp-use', 'output', 'mcp-use, output checked', modern, ['http']),
  peer(
    'mcp-framework',
    'mcp-framework, sessions, output checked',
    legacy,
    ['http', 'stdio', 'cold-start', 'memory'],
    sessions,
  ),
]

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
