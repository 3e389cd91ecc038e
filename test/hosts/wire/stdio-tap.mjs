// Starts a server and stands between it and its client: node stdio-tap.mjs <file> <command…>.
// Every message is written to the file, in one line with who sent it.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [file, command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const note = (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`)
note({ from: 'tap', pids: [process.pid, server.pid] })

/** Passes on the lines of a stream, and notes them. */
function pass(from, input, output) {
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    note({ from, message: JSON.parse(line) })
    output.write(`${line}\n`)
  })
  return lines
}

pass('client', process.stdin, server.stdin).on('close', () => server.stdin.end())
pass('server', server.stdout, process.stdout)
server.stdin.on('error', () => {})
process.stdout.on('error', () => {})
server.on('exit', (code) => process.exit(code ?? 1))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => server.kill(name))
