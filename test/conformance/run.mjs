// Runs the official conformance suite against the fixture, once per revision. The suite needs a
// newer Node than the framework, which npm brings.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const packages = ['node@24', '@modelcontextprotocol/conformance@0.2.0-alpha.12']
const suite = packages.flatMap((name) => ['--package', name])
const given = process.argv.slice(2)
const revisions = given.length > 0 ? given : ['2026-07-28', '2025-11-25']

/** The address that the fixture prints when it is ready. */
function readAddress(fixture) {
  return new Promise((resolve, reject) => {
    fixture.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    fixture.once('exit', (code) => reject(new Error(`the fixture ended with ${code}`)))
  })
}

/** True if the server at an address passes the suite of a revision. */
function passes(url, revision) {
  const command = ['conformance', 'server', '--url', url, '--requirements', revision]
  const child = spawn('npx', ['--yes', ...suite, ...command], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
  })
}

const fixture = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await readAddress(fixture)
for (const revision of revisions) {
  const hasPassed = await passes(url, revision)
  console.log(`${revision}: ${hasPassed ? 'passed' : 'failed'}`)
  if (!hasPassed) process.exitCode = 1
}
fixture.kill()
