import type { JobCommand } from './follow-job.ts'

/** Says that nobody runs some jobs that were begun, and who would. */
export function nobodyWorks(what: string, { io, server }: Omit<JobCommand, 'desk'>): string {
  const { program = server.name } = io
  return `Nobody works on ${what}: start the server, or run: ${program} work.`
}
