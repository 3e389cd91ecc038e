/** What a tool that may take long says about itself. */
export interface LongInit {
  /** How long it may run, in milliseconds. Default: an hour. */
  readonly maxMs?: number | undefined
  /** How long its answer can be fetched after it has ended, in milliseconds. Default: a day. */
  readonly keepMs?: number | undefined
  /**
   * True if it may run again from the start after its process has died, or after a failure that may
   * pass. With a checkpoint it goes on from there in any case. Default: true if it only reads.
   */
  readonly repeatable?: boolean | undefined
  /** How often it is tried again after a failure that may pass, if it may run again. Default: 2. */
  readonly retries?: number | undefined
  /** How many of it run at a time in one process. Default: as many as the engine runs. */
  readonly concurrency?: number | undefined
  /** What runs first if several wait. Default: `normal`. */
  readonly priority?: 'low' | 'normal' | 'high' | undefined
}
