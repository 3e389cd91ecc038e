import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { readCodes } from '../tools/codes.ts'
import type { Foundry } from '../tools/foundry.ts'
import { guard } from '../tools/guard.ts'
import { scopes } from '../tools/scopes.ts'
import { toPrime } from './to-prime.ts'

/** Creates the command that tells an agent what it must know now. */
export const prime = (foundry: Foundry) =>
  defineTool({
    name: 'prime',
    summary: 'Print what an agent must know now: tasks in work, the next ones, how to call.',
    description:
      'With --hook it prints the JSON that the session hooks of Claude Code, Codex and Gemini ' +
      'CLI pass on to the model, so that a plan survives compaction.',
    input: z.object({
      hook: z.boolean().default(false).describe('Print the JSON of a session hook'),
    }),
    output: z.object({ text: z.string() }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { print: 'text' },
    run: ({ hook }, call) =>
      guard(call, async () => {
        const { plans } = await foundry.plans.list('active')
        const { folder } = foundry
        const indexOf = ({ spec }: (typeof plans)[number]) => foundry.indexOf(spec)
        const text = toPrime({ plans, indexOf, folder, now: foundry.now() })
        return ok({ text: hook ? toHookOutput(text) : text })
      }),
  })

const toHookOutput = (text: string): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text },
  })
