import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

/** The data of an answer. */
export type Data = Readonly<Record<string, unknown>>

/** A client of a foundry that runs for it alone. */
export interface FoundryClient {
  /** Calls a tool; throws with its code and message if it fails. */
  call<Answer = Data>(tool: string, args: Data): Promise<Answer>
  close(): Promise<void>
}

/** Who connects, from where, and as what. */
export interface ClientInit {
  readonly name: string
  readonly folder: string
  readonly role: 'worker' | 'maintainer'
  /** The sets and tools that are offered, with commas between them. */
  readonly tools: string
}

const binary = fileURLToPath(new URL('../../bin/foundry.js', import.meta.url))

/** Starts a foundry in a folder, as a host does, and connects to it over MCP. */
export async function connectClient(init: ClientInit): Promise<FoundryClient> {
  const { name, folder, role, tools } = init
  const flags = ['--worker', name, '--role', role, '--tools', tools]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'serve', '--stdio', ...flags],
    cwd: folder,
    // The operator lets checks run without a question; an agent cannot ask for that.
    env: { PATH: process.env.PATH ?? '', TOOLACCORD_UNATTENDED: 'run_check' },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'foundry-demo', version: '1.0.0' })
  await client.connect(transport)
  return {
    async call<Answer>(tool: string, args: Data): Promise<Answer> {
      const { structuredContent } = await client.callTool({ name: tool, arguments: { ...args } })
      return dataOf<Answer>(tool, structuredContent)
    },
    close: () => client.close(),
  }
}

function dataOf<Answer>(tool: string, content: unknown): Answer {
  // The cast names the envelope of the contract.
  const { success, data, error } = content as {
    readonly success: boolean
    readonly data: Answer & { readonly error_code?: string }
    readonly error: string | null
  }
  if (success) return data
  throw new Error(`${tool}: ${data.error_code} ${error}`)
}
