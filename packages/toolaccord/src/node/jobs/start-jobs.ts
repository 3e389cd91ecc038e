import type { Server } from '../../server.ts'

/** Lets a process that serves run jobs too, also those that earlier processes have left. */
export function startJobs({ jobs, log }: Server): void {
  if (jobs?.isLocal !== true) return
  jobs.work().catch((thrown: unknown) => {
    log.error('jobs that earlier processes have left cannot be run', { thrown })
  })
}
