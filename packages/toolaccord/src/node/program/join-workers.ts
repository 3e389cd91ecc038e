import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'
import { type SessionPeers, createSessionPeers } from '../workers/create-session-peers.ts'
import { toSharedServer } from '../workers/to-shared-server.ts'
import { type WorkerFacts, readWorkerMessage } from '../workers/worker-facts.ts'
import { drainMs as lastDrainMs } from './drain-in-time.ts'

/** A server among others on its address. */
export interface Membership {
  /** The server, with what the processes must share. */
  readonly server: Server
  readonly options: HttpOptions
  readonly peers: SessionPeers
  /** Aborted when the primary wants the process to stop. */
  readonly told: AbortSignal
  /** Tells the primary that the process serves. */
  tellServes(): void
}

/** How long a process takes to end beside what it waits for. */
const endingMs = 5000

/** Makes this process one of several; throws if they would not share what they must. */
export function joinWorkers(server: Server, given: HttpOptions, facts: WorkerFacts): Membership {
  const { stateKey = facts.stateKey } = given.mcp ?? {}
  const { drainMs = 0, closeMs = 10_000, port = facts.port } = given
  const told = new AbortController()
  process.on('message', (message) => {
    if (readWorkerMessage(message)?.toolaccord === 'stop') told.abort()
  })
  return {
    server: toSharedServer(server, facts.count),
    // A port of 0 is another one for a process that asks when all others are gone.
    options: {
      ...given,
      port: port === 0 ? (facts.port ?? 0) : port,
      mcp: { ...given.mcp, stateKey },
    },
    peers: createSessionPeers(facts),
    told: told.signal,
    tellServes() {
      const endMs = drainMs + closeMs + lastDrainMs + endingMs
      process.send?.({ toolaccord: 'serves', endMs })
    },
  }
}
