import type { JobOrder } from './job.ts'

/** What a queue carries: enough to choose whose turn it is. */
export type JobTicket = Pick<
  JobOrder,
  'id' | 'server' | 'tool' | 'owner' | 'priority' | 'concurrency'
> & {
  /** How often the job has asked: a round may begin before the ticket of the last is done with. */
  readonly round: number
  /** How long the ticket must wait before it is taken. */
  readonly delayMs?: number | undefined
}

/** What becomes of a ticket that was taken: nothing more, or it is to be taken again. */
export type AfterTurn = { readonly againInMs?: number | undefined }

/** Takes the turn of a job. It never rejects. */
export type TakeTurn = (ticket: JobTicket) => Promise<AfterTurn>

/**
 * Carries jobs to the processes that run them. It may carry a ticket twice, or lose one: the store
 * knows which jobs there are and who runs them.
 */
export interface JobQueue {
  /** True if jobs are run by the process that takes them, so that every server works. */
  readonly isLocal: boolean
  /** Adds a ticket; nothing changes if the queue has one of this job. */
  push(ticket: JobTicket): Promise<void>
  /** Takes the tickets of a server from now on. */
  work(take: TakeTurn, server: string): Promise<void>
  /**
   * Takes no more tickets; resolves when those that were taken are done. What is not done when the
   * signal is aborted is left to others.
   */
  close(signal?: AbortSignal): Promise<void>
}
