import type { Server } from '../../../server.ts'
import type { Shell } from '../commands/built-ins.ts'
import type { CliExtras } from '../commands/io.ts'
import { toBashScript } from './to-bash-script.ts'
import { toCompletion } from './to-completion.ts'
import { toFishScript } from './to-fish-script.ts'
import { toZshScript } from './to-zsh-script.ts'

const writers = { bash: toBashScript, zsh: toZshScript, fish: toFishScript } as const

/**
 * Writes a script that completes commands, flags and the values that are known. The script does not
 * call the server when it runs.
 */
export const toCompletionScript = (
  shell: Shell,
  server: Server,
  invocation: string,
  extras?: CliExtras,
): string => writers[shell](toCompletion(server, invocation, extras))
