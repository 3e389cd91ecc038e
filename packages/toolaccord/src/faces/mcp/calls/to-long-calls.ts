import { wholeFaults } from '../../../json/whole-faults.ts'
import type { Server } from '../../../server.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'

/** The calls that may take long, by the names of their tools on MCP. */
export interface LongCalls {
  /** How long a call waits, in milliseconds. */
  readonly waitMs: number
  /** Those that wait: long tools, and the one that fetches what they gave. */
  readonly waiting: ReadonlySet<string>
  /** Those that are tasks for clients with the tasks extension. */
  readonly tasks: ReadonlySet<string>
  /** Those that other clients cannot make. */
  readonly tasksOnly: ReadonlySet<string>
}

/** Clients give up after 60 seconds, and the answer needs time to arrive. */
const usualWaitMs = 45_000
/** The longest time of a timer, in milliseconds. */
const longestMs = 2_147_483_647

/** Finds the calls of a server that may take long; undefined if there are none. */
export function toLongCalls(
  server: Server,
  { waitMs = usualWaitMs, tasksOnly = [] }: McpOptions,
): LongCalls | undefined {
  const [fault] = wholeFaults('waitMs', waitMs, 0, longestMs)
  if (fault !== undefined) throw new RangeError(fault)
  const tools = server.tools()
  const long = tools.filter(({ job }) => job === 'starts')
  const unknown = tasksOnly.find((name) => !long.some((tool) => tool.name === name))
  if (unknown !== undefined) throw new RangeError(`tasksOnly: '${unknown}' is not a long tool.`)
  if (server.jobs === undefined) return undefined
  const namesOf = (some: typeof tools) => new Set(some.flatMap(({ mcpNames }) => mcpNames))
  return {
    waitMs,
    waiting: namesOf(tools.filter(({ job }) => job !== undefined)),
    tasks: namesOf(long),
    tasksOnly: namesOf(long.filter(({ name }) => tasksOnly.includes(name))),
  }
}
