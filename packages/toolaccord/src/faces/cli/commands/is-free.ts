import type { Server } from '../../../server.ts'
import { findCommand } from './commands.ts'
import { findGroup } from './group.ts'

/** True if no tool and no group of tools is the command of this name. */
export function isFree(server: Server, name: string): boolean {
  const tools = server.tools()
  return (findCommand(tools, name) ?? findGroup(tools, name)) === undefined
}
