import { delimiter } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** What stands before the command, because it is of no tool, and the variable that each option sets. */
const options: Readonly<Record<string, (value: string, env: Env) => Env>> = {
  '--workspace': (folder) => ({ DARKROOM_WORKSPACE: folder }),
  '--pack': (folder, { DARKROOM_PACKS: others }) => ({ DARKROOM_PACKS: [others, folder].filter(Boolean).join(delimiter) }),
}

/** The environment with the options before the command, and the words from the command on. */
export function readOptions([first, ...rest]: readonly string[], env: Env): { readonly env: Env; readonly argv: readonly string[] } {
  const [name = '', ...inline] = (first ?? '').split('=')
  const option = options[name]
  if (first === undefined) return { env, argv: [] }
  if (option === undefined) return { env, argv: [first, ...rest] }
  const [value, ...argv] = inline.length > 0 ? [inline.join('='), ...rest] : rest
  if (value === undefined || value === '') throw new TypeError(`${name} needs a folder.`)
  return readOptions(argv, { ...env, ...option(value, env) })
}
