import { isRecord } from '../../json/json.ts'
import type { PostgresPool } from '../../postgres/create-table-query.ts'
import { SetupError, toSetupError } from './setup-error.ts'

/** The part of pg-boss that carries tickets; versions 10 to 12 have it in common. */
export interface Boss {
  on(event: 'error', listen: (error: unknown) => void): unknown
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  createQueue(name: string, options: BossQueueOptions): Promise<void>
  send(name: string, data: object, options: BossSendOptions): Promise<string | null>
  fetch(name: string, options: { batchSize: number }): Promise<readonly BossJob[]>
  deleteJob(name: string, id: string): Promise<unknown>
}

interface BossQueueOptions {
  name: string
  policy: 'short'
  retryLimit: number
  expireInSeconds: number
}

interface BossSendOptions {
  singletonKey: string
  priority: number
  /** In seconds. */
  startAfter: number
}

/** What pg-boss calls a job: here it is a ticket. */
export interface BossJob {
  readonly id: string
  readonly data: unknown
}

interface BossOptions {
  readonly db: { executeSql(text: string, values?: unknown[]): Promise<unknown> }
  readonly schema: string
  readonly supervise: boolean
  readonly schedule: boolean
}

type BossClass = new (options: BossOptions) => Boss

/** Where pg-boss keeps its tables, and what it does beside carrying. */
export interface StartBossOptions {
  readonly schema: string
  /** True if it removes the tickets that processes have left which died. */
  readonly supervise: boolean
}

/** Starts pg-boss; its tables are made if they are missing. */
export async function startBoss(
  pool: PostgresPool,
  { schema, supervise }: StartBossOptions,
): Promise<Boss> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const BossOfUser = await loadBoss()
  const boss = new BossOfUser({ db, schema, supervise, schedule: false })
  boss.on('error', ignoreFailedUpkeep)
  try {
    await boss.start()
    return boss
  } catch (thrown) {
    throw toSetupError(thrown, schema)
  }
}

/** If its upkeep fails, pg-boss tries again later; whoever sends a ticket hears if that fails. */
function ignoreFailedUpkeep(): void {}

async function loadBoss(): Promise<BossClass> {
  const loaded: unknown = await import('pg-boss').catch((cause: unknown) => {
    throw new SetupError('The package of the queue is missing: npm install pg-boss', { cause })
  })
  const { PgBoss, default: older } = isRecord(loaded) ? loaded : {}
  // The cast names what pg-boss exports: by its name from version 12 on, and before that alone.
  return (PgBoss ?? older) as BossClass
}
