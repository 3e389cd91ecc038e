import type { JobOrder } from './job.ts'

/** Whose turn it is. */
export type Seat = Pick<JobOrder, 'tool' | 'owner' | 'priority' | 'concurrency'>

/** What a queue carries: enough to choose whose turn it is. */
export interface JobTicket extends Seat, Pick<JobOrder, 'id' | 'server'> {
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
  /** Takes a place at once, if this process runs jobs and has one; undefined if not. */
  tryTake?(seat: Seat): (() => void) | undefined
  /** Takes the tickets of a server from now on, so many at a time if that is said. */
  work(take: TakeTurn, server: string, concurrency?: number): Promise<void>
  /**
   * Takes no more tickets; resolves when those that were taken are done. What is not done when the
   * signal is aborted is left to others.
   */
  close(signal?: AbortSignal): Promise<void>
}
