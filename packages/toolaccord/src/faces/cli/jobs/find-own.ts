import type { Job } from '../../../jobs/job.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { CliIo } from '../commands/io.ts'

/** Finds a job of whoever runs the command. */
export const findOwn = (
  id: string,
  { desk, io }: { readonly desk: JobDesk; readonly io: CliIo },
): Promise<Job | undefined> => desk.find(id, { caller: io.caller, face: 'cli' })
