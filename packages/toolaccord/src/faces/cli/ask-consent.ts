import type { ToolListing } from '../../compile/to-tool-listing.ts'
import type { CallOptions } from '../../define/call.ts'
import type { Globals } from './commands/flags.ts'
import type { CliIo } from './commands/io.ts'
import { escapeLine } from './render/escape.ts'

/** Asks the user whether a tool may do what it does; undefined if nobody can be asked. */
export async function askConsent(
  { summary, consent }: ToolListing,
  args: unknown,
  io: CliIo,
  { yes, stdin }: Globals,
): Promise<CallOptions['consent']> {
  if (yes) return 'granted'
  if (io.prompt === undefined || stdin) return undefined
  const action = `${consent} ${escapeLine(JSON.stringify(args))}`
  const text = await io.prompt(`${summary}\n${action}\nDo it? [y/N] `)
  if (text !== undefined && /^\s*y(es)?\s*$/i.test(text)) return 'granted'
  return 'declined'
}
