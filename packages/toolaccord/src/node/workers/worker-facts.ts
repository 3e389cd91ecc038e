import { isRecord } from '../../json/json.ts'

/** The facts that a process that serves among others is started with. */
export interface WorkerFacts {
  /** Its number; no other process that the same primary starts has it. */
  readonly number: number
  /** How many serve at a time. */
  readonly count: number
  /** The folder where each of them takes requests of its sessions. */
  readonly folder: string
  /** Seals what travels through clients between the rounds of a call. */
  readonly stateKey: string
  /** The port that the others listen on; undefined for the first. */
  readonly port?: number | undefined
  /** True if it says where the server is; the others do the same. */
  readonly isFirst: boolean
}

const variable = 'TOOLACCORD_WORKER'

/** Returns the environment of a process that is started with these facts. */
export const toWorkerEnv = (facts: WorkerFacts): Readonly<Record<string, string>> => ({
  [variable]: JSON.stringify(facts),
})

/**
 * Takes the facts out of the environment, so that no program that a tool starts sees them;
 * undefined if this process serves alone.
 */
export function takeWorkerFacts(env: NodeJS.ProcessEnv): WorkerFacts | undefined {
  const text = env[variable]
  if (text === undefined) return undefined
  delete env[variable]
  // The cast names what the primary has written.
  return JSON.parse(text) as WorkerFacts
}

/** What a primary and its workers say to each other. */
export type WorkerMessage =
  /** Of a primary: answer what runs, and end. */
  | { readonly toolaccord: 'stop' }
  /** Of a worker: it serves, and ends within so many milliseconds after it is told to. */
  | { readonly toolaccord: 'serves'; readonly endMs: number }

/** Reads a message; undefined if it is somebody else's. */
export function readWorkerMessage(message: unknown): WorkerMessage | undefined {
  if (!isRecord(message)) return undefined
  const { toolaccord: kind, endMs } = message
  if (kind === 'stop') return { toolaccord: 'stop' }
  if (kind === 'serves' && typeof endMs === 'number') return { toolaccord: 'serves', endMs }
  return undefined
}
