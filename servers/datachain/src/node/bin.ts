import { runCli } from 'toolaccord/cli'
import { createCliIo } from 'toolaccord/node'
import { createServer } from '../server.ts'
import { serve } from './serve.ts'
import { takeDataFlag } from './take-data-flag.ts'

const more = `
  datachain serve [flags]  Serve over HTTP, or MCP over standard input and output; see 'datachain serve --help'.
  --data DIR               With any command: use the versions in this folder; also by the environment variable DATACHAIN_DATA.
`

async function main(argv: readonly string[]): Promise<number> {
  const io = createCliIo('datachain')
  const { folder, rest } = takeDataFlag(argv)
  const create = () => createServer(process.env, folder)
  const [word, ...words] = rest
  if (word === 'serve') {
    await serve(create, words, io.signal)
    return 0
  }
  const exit = await runCli(await create(), rest, io)
  if (rest.length === 0 || (rest.length === 1 && ['help', '--help', '-h'].includes(word ?? ''))) io.stdout.write(more)
  return exit
}

/** What kept the server from being made: wrong flags, or data that cannot be served. */
function refuse(thrown: unknown): number {
  process.stderr.write(`error: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  return 2
}

const exit = await main(process.argv.slice(2)).catch(refuse)
// A server may hold timers open, so the process is ended, once all is written.
for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => void stream.write('', () => resolve()))
process.exit(exit)
