import { runCli } from 'toolaccord/cli'
import { createCliIo } from 'toolaccord/node'
import { createDarkroomFromEnv } from './create-darkroom-from-env.ts'
import { findHere } from './find-here.ts'

/** The exit code of a wrong command line, as the contract has it. */
const invalidInput = 2

async function main(): Promise<number> {
  const io = createCliIo('darkroom')
  const { workspace, argv } = takeWorkspace(process.argv.slice(2))
  const env = workspace === undefined ? process.env : { ...process.env, DARKROOM_WORKSPACE: workspace }
  if (argv[0] === 'serve' && argv.includes('--help')) return help()
  const { server, close } = await createDarkroomFromEnv(env, await findHere(process.cwd()))
  try {
    if (argv[0] !== 'serve') return await runCli(server, argv, io)
    const { serve } = await import('./serve.ts')
    return await serve(server, argv.slice(1), io.signal)
  } finally {
    await close()
  }
}

async function help(): Promise<number> {
  const { serveHelp } = await import('./serve.ts')
  process.stdout.write(serveHelp)
  return 0
}

/** `--workspace DIR` stands before the command, because it is none of a tool. */
function takeWorkspace([first = '', ...rest]: readonly string[]): { readonly workspace?: string; readonly argv: readonly string[] } {
  if (first.startsWith('--workspace=')) return { workspace: first.slice('--workspace='.length), argv: rest }
  return first === '--workspace' ? { workspace: rest[0], argv: rest.slice(1) } : { argv: [first, ...rest].filter((word, index) => index > 0 || word !== '') }
}

const exit = await main().catch((thrown: unknown) => {
  process.stderr.write(`darkroom: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  return invalidInput
})
// Renders and timers may hold the process open, so it is ended, once all is written.
for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => void stream.write('', () => resolve()))
process.exit(exit)
