import { defineServer } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { responseV2 } from 'toolaccord/contracts'
import { createFidelity } from 'toolaccord/fidelity'
import { createFaceClient } from 'toolaccord/testing'
import { foundryCodes } from '../src/errors/foundry-codes.ts'
import type { Research, ResearchOptions } from '../src/research/research.ts'
import { type OpenedResearch, openResearch } from '../src/research/testing/open-research.ts'
import { researchAddFinding } from '../src/tools/research/research-add-finding.ts'
import { researchAddSources } from '../src/tools/research/research-add-sources.ts'
import { researchList } from '../src/tools/research/research-list.ts'
import { researchReport } from '../src/tools/research/research-report.ts'
import { researchStart } from '../src/tools/research/research-start.ts'

/** An envelope of response-v2, as it is on the wire. */
export interface Envelope {
  readonly success: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any answer
  readonly data: any
  readonly error: string | null
  readonly meta: {
    readonly version: string
    readonly request_id?: string
    readonly warnings?: readonly string[]
    readonly warning_details?: readonly {
      readonly code: string
      readonly severity: string
      readonly message: string
      readonly context: Readonly<Record<string, unknown>>
    }[]
    readonly content_fidelity?: string
    readonly content_fidelity_schema_version?: string
    readonly dropped_content_ids?: readonly string[]
    readonly content_archive_hashes?: Readonly<Record<string, string>>
  }
}

/** Research behind a server, called over MCP. */
export interface ServedResearch extends OpenedResearch {
  readonly server: ReturnType<typeof createServer>
  /** Calls a tool over MCP and returns the envelope that a model sees. */
  call(tool: string, args?: object, budget?: number): Promise<Envelope>
}

function createServer(research: Research) {
  return defineServer({
    name: 'foundry',
    version: '1.0.0',
    contract: responseV2,
    codes: foundryCodes,
    tools: [
      researchStart({ research }),
      researchAddSources({ research }),
      researchAddFinding({ research }),
      researchList({ research }),
      researchReport({ research }),
    ],
    fidelity: createFidelity({ archive: createMemoryArchive() }),
  })
}

/** Serves research that is in a folder of its own. */
export async function serveResearch(
  options: Partial<ResearchOptions> = {},
): Promise<ServedResearch> {
  const opened = await openResearch(options)
  const server = createServer(opened.research)
  const client = createFaceClient(server, 'mcp')
  const caller = { id: 'ada', scopes: ['foundry:read', 'foundry:work'] }
  return {
    ...opened,
    server,
    async call(tool, args = {}, budget) {
      const { body } = await client.callByName(tool, args, { caller, budget })
      // The cast names what the contract writes.
      return body as unknown as Envelope
    },
  }
}
