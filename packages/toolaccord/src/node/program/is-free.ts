import { findCommand } from '../../faces/cli/commands/commands.ts'
import { findGroup } from '../../faces/cli/commands/group.ts'
import type { Server } from '../../server.ts'

/** True if no tool is the command of this name. */
export function isFree(server: Server, name: string): boolean {
  const tools = server.tools()
  return (findCommand(tools, name) ?? findGroup(tools, name)) === undefined
}
