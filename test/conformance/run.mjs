// Runs the official conformance suite against the fixture, once per revision; it needs a newer Node than the framework, which npm brings.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const suite = [
  '--package',
  'node@24',
  '--package',
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
]
const revisions =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['2026-07-28', '2025-11-25']

const fixture = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise((resolve, reject) => {
  fixture.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
  fixture.once('exit', (code) => reject(new Error(`the fixture ended with ${code}`)))
})

let failed = false
for (const revision of revisions) {
  const exit = await new Promise((resolve) =>
    spawn(
      'npx',
      ['--yes', ...suite, 'conformance', 'server', '--url', url, '--requirements', revision],
      { stdio: 'inherit' },
    ).once('exit', resolve),
  )
  console.log(`${revision}: ${exit === 0 ? 'passed' : 'failed'}`)
  failed ||= exit !== 0
}
fixture.kill()
process.exitCode = failed ? 1 : 0
