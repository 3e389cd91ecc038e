// The hosts: which version, how each is set up in an empty home, and how each spells tools.
import { anthropic } from './dialects/anthropic.mjs'
import { gemini } from './dialects/gemini.mjs'
import { responses } from './dialects/responses.mjs'

/** The name under which every host knows the server. */
const serverName = 'fixture'

const json = (value) => JSON.stringify(value, null, 2)

/** Claude Code lets the model search for tools unless it is told not to. */
function launchClaudeCode({ bin, home, modelUrl, server }) {
  const entry =
    server.url === undefined ? { type: 'stdio', ...server } : { type: 'http', ...server }
  const config = `${home}/mcp.json`
  const allowed = ['--allowedTools', `mcp__${serverName}`, 'Bash']
  return {
    command: [bin('claude'), '-p', 'go', '--mcp-config', config, '--strict-mcp-config', ...allowed],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: { 'mcp.json': json({ mcpServers: { [serverName]: entry } }) },
  }
}

/** A value of TOML. Tables are inline; strings and arrays of strings are written as in JSON. */
function toToml(value) {
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)} = ${toToml(one)}`)
  return `{ ${pairs.join(', ')} }`
}

function launchCodex({ bin, home, modelUrl, server }) {
  const settings = {
    model: 'gpt-5',
    model_provider: 'scripted',
    approval_policy: 'never',
    sandbox_mode: 'danger-full-access',
    model_providers: {
      scripted: { name: 'scripted', base_url: `${modelUrl}/v1`, wire_api: 'responses' },
    },
    mcp_servers: { [serverName]: server },
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${toToml(value)}\n`)
  return {
    command: [bin('codex'), 'exec', '--skip-git-repo-check', 'go'],
    env: { CODEX_HOME: home },
    files: { 'config.toml': lines.join('') },
  }
}

function launchGeminiCli({ bin, modelUrl, server }) {
  const { url, ...started } = server
  const entry = url === undefined ? started : { httpUrl: url }
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    mcpServers: { [serverName]: { ...entry, trust: true } },
  }
  return {
    command: [bin('gemini'), '-p', 'go', '--yolo', '--model', 'gemini-2.5-pro'],
    env: { GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'dummy' },
    files: { '.gemini/settings.json': json(settings) },
  }
}

/**
 * The hosts by name. `prefix` is what a host puts before the name of a tool; `pause` is a call of
 * the host's own that takes a second, for hosts that start before the server is up.
 */
export const hosts = {
  'claude-code': {
    npm: '@anthropic-ai/claude-code',
    version: '2.1.325',
    dialect: anthropic,
    prefix: `mcp__${serverName}__`,
    pause: { name: 'Bash', args: { command: 'sleep 1' } },
    launch: launchClaudeCode,
  },
  codex: {
    npm: '@openai/codex',
    version: '0.166.0',
    dialect: responses,
    prefix: `mcp__${serverName}__`,
    pause: { name: 'exec_command', args: { cmd: 'sleep 1' } },
    launch: launchCodex,
  },
  'gemini-cli': {
    npm: '@google/gemini-cli',
    version: '0.61.0',
    dialect: gemini,
    prefix: `mcp_${serverName}_`,
    pause: undefined,
    launch: launchGeminiCli,
  },
}
