// Runs the official conformance suite against the fixture, once per revision. The suite needs a
// newer Node than the framework, which npm brings.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const packages = ['node@24', '@modelcontextprotocol/conformance@0.2.0-alpha.12']
const suite = packages.flatMap((name) => ['--package', name])
const given = process.argv.slice(2)
const revisions = given.length > 0 ? given : ['2026-07-28', '2025-11-25']

/** Scenarios that the suite runs and does not score yet; here they count. */
const unscored = {
  '2026-07-28': ['http-custom-header-server-validation', 'json-schema-2020-12'],
  '2025-11-25': ['json-schema-2020-12', 'server-sse-polling', 'server-session-lifecycle'],
}

/** The address that the fixture prints when it is ready. */
function readAddress(fixture) {
  return new Promise((resolve, reject) => {
    fixture.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    fixture.once('exit', (code) => reject(new Error(`the fixture ended with ${code}`)))
  })
}

/** True if the server at an address passes what these arguments of the suite name. */
function passes(url, ...args) {
  const command = ['conformance', 'server', '--url', url, ...args]
  const child = spawn('npx', ['--yes', ...suite, ...command], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** True if the server passes all scenarios of a revision. */
async function passesAll(url, revision) {
  let hasPassed = await passes(url, '--requirements', revision)
  for (const scenario of unscored[revision] ?? []) {
    // With a list of expected failures, though empty, a warning fails too.
    const strict = ['--expected-failures', join(import.meta.dirname, 'expected-failures.yml')]
    const args = ['--scenario', scenario, '--spec-version', revision, ...strict]
    const isPassed = await passes(url, ...args)
    console.log(`${revision} ${scenario}: ${isPassed ? 'passed' : 'failed'}`)
    hasPassed &&= isPassed
  }
  return hasPassed
}

const fixture = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await readAddress(fixture)
for (const revision of revisions) {
  const hasPassed = await passesAll(url, revision)
  console.log(`${revision}: ${hasPassed ? 'passed' : 'failed'}`)
  if (!hasPassed) process.exitCode = 1
}
fixture.kill()
