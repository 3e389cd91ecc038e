import { runCli } from 'toolaccord/cli'
import { createCliIo } from 'toolaccord/node'
import { createDarkroomFromEnv } from './create-darkroom-from-env.ts'
import { findHere } from './find-here.ts'
import { readOptions } from './read-options.ts'

/** The exit code of a wrong command line, as the contract has it. */
const invalidInput = 2

async function main(): Promise<number> {
  const io = createCliIo('darkroom')
  const { env, argv } = readOptions(process.argv.slice(2), process.env)
  if (argv[0] === 'serve' && argv.includes('--help')) return help()
  const { server, close } = await createDarkroomFromEnv(env, { here: await findHere(process.cwd()), desk: argv[0] !== 'serve' })
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

const exit = await main().catch((thrown: unknown) => {
  process.stderr.write(`darkroom: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  return invalidInput
})
// Renders and timers may hold the process open, so it is ended, once all is written.
for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => void stream.write('', () => resolve()))
process.exit(exit)
