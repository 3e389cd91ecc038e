import type { Server } from '../../../server.ts'
import type { Shell } from '../built-ins.ts'
import type { CliExtras } from '../io.ts'
import { toBashScript } from './bash.ts'
import { toCompletion } from './completion.ts'
import { toFishScript } from './fish.ts'
import { toZshScript } from './zsh.ts'

const writers = { bash: toBashScript, zsh: toZshScript, fish: toFishScript } as const

/**
 * A script that completes commands, flags and the values that are known; it asks the server nothing
 * when it runs.
 */
export const toCompletionScript = (
  shell: Shell,
  server: Server,
  invocation: string,
  extras?: CliExtras,
): string => writers[shell](toCompletion(server, invocation, extras))
