import type { Server } from '../../../server.ts'
import type { CliIo } from '../commands/io.ts'

/** Who was asked about jobs, and by which name. */
interface AskedOf {
  readonly server: Pick<Server, 'name'>
  readonly io: Pick<CliIo, 'program'>
}

/** Says that nobody runs some jobs that were begun, and who would. */
export function nobodyWorks(what: string, { io, server }: AskedOf): string {
  const { program = server.name } = io
  return `Nobody works on ${what}: start the server, or run: ${program} work.`
}
