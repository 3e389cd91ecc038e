import { type Flags, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Foundry } from '../foundry.ts'
import { scopes } from '../scopes.ts'

const output = z.object({
  server: z.string(),
  version: z.string(),
  contract: z.string().describe('That this answer is in'),
  role: z.string().describe('What you may do here'),
  worker: z.string().describe('The name under which you hold tasks'),
  folder: z.string(),
  page: z.string().describe('For people, if the server is served over HTTP'),
  lease_minutes: z.number(),
  flags: z.array(
    z.object({ name: z.string(), state: z.string(), on: z.boolean(), summary: z.string() }),
  ),
  limits: z.record(z.string(), z.number()),
  tool_sets: z.record(z.string(), z.array(z.string())),
})

/** What the server knows of itself. */
export interface ServerFacts {
  readonly version: string
  readonly flags: Flags
  readonly toolSets: Readonly<Record<string, readonly string[]>>
}

/** The limits that callers run into. */
const limits = {
  spec_bytes: 20_000_000,
  tasks_per_call: 200,
  phases_per_call: 50,
  check_seconds: 3600,
  history_versions: 100,
}

/** Creates the tool that tells what this server can do, and what the caller is to it. */
export const capabilities = (foundry: Foundry, { version, flags, toolSets }: ServerFacts) =>
  defineTool({
    name: 'capabilities',
    summary: 'Read what this server can do: contract, flags, limits, your role, the folder.',
    output,
    effect: 'read',
    scopes: [scopes.read],
    run(_, call) {
      const subject = { caller: call.caller, client: call.client }
      const isV2 = flags.isOn('response_contract_v2', subject)
      return ok({
        server: 'foundry',
        version,
        contract: isV2 ? 'response-v2' : 'chemigram',
        role: roleOf(foundry, call),
        worker: foundry.workerOf(call),
        folder: foundry.folder,
        page: '/plans',
        lease_minutes: foundry.leaseMs / 60_000,
        flags: flags
          .list(subject)
          .map(({ name, state, on, summary }) => ({ name, state, on, summary })),
        limits,
        tool_sets: Object.fromEntries(
          Object.entries(toolSets).map(([name, tools]) => [name, [...tools]]),
        ),
      })
    },
  })

function roleOf({ isMaintainer }: Foundry, call: Parameters<Foundry['isMaintainer']>[0]): string {
  if (isMaintainer(call)) return 'maintainer'
  const mayWork = call.caller?.scopes.includes(scopes.work) ?? true
  return mayWork ? 'worker' : 'observer'
}
