import type { Logger } from '../../log/log.ts'
import type { Server } from '../../server.ts'
import type { Globals } from './commands/flags.ts'
import type { CliIo } from './commands/io.ts'
import type { About, Report } from './create-report.ts'

/** What stays the same while a command line runs. */
export interface CliRun {
  readonly server: Server
  readonly io: CliIo
  readonly globals: Globals
  readonly log: Logger
  readonly report: Report
  /** The call that is answered. */
  readonly about?: About
  /** True if the command does not wait for its job. */
  readonly isDetached?: boolean
}
