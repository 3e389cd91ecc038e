import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { specArgument } from '../tools/arguments.ts'
import { readCodes } from '../tools/codes.ts'
import { findPlan } from '../tools/find-plan.ts'
import type { Foundry } from '../tools/foundry.ts'
import { guard } from '../tools/guard.ts'
import { scopes } from '../tools/scopes.ts'
import type { Screen } from './screen.ts'
import { toBoard } from './to-board.ts'

/** How often the files are looked at. */
const lookMs = 500

/** A day at the screen is enough. */
const longestMs = 86_400_000

/** Creates the command that shows a plan, and draws it again while agents work. */
export const watch = (foundry: Foundry, screen: Screen) =>
  defineTool({
    name: 'watch',
    summary: 'Show a plan on the terminal, drawn again while agents work; Ctrl-C ends it.',
    input: z.object({ spec_id: specArgument }),
    output: z.object({ text: z.string() }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    timeoutMs: longestMs,
    cli: { positionals: ['spec_id'], print: 'text' },
    run: ({ spec_id }, call) =>
      guard(call, async () => {
        const { spec_id: id } = await findPlan(foundry, { spec_id })
        let shown = ''
        while (!call.signal.aborted) {
          const plan = await foundry.plans.read(id)
          const options = { width: screen.columns, all: false }
          const text = toBoard(plan, foundry.indexOf(plan.spec), options)
          if (text !== shown) screen.draw(fitRows(text, screen.rows))
          shown = text
          if (plan.spec.status === 'completed') break
          await sleep(lookMs, undefined, { signal: call.signal }).catch(() => {})
        }
        return ok({ text: 'Nothing is left to do.\n' })
      }),
  })

/** The first lines say most; a terminal that is too low shows no others. */
function fitRows(text: string, rows: number): string {
  const lines = text.trimEnd().split('\n')
  if (lines.length < rows) return text
  const hidden = lines.length - rows + 2
  return `${[...lines.slice(0, rows - 2), `… ${hidden} more lines`].join('\n')}\n`
}
