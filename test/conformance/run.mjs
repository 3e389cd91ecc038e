// Runs the official conformance suite against the fixture, once per revision. The suite needs a
// newer Node than the framework, which npm brings.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { judge } from './judge.mjs'

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

/** Runs the suite with arguments; gives what it printed, and true if it was content. */
function runSuite(url, ...args) {
  const command = ['conformance', 'server', '--url', url, ...args]
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn('npx', ['--yes', ...suite, ...command], { stdio })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
    process.stdout.write(chunk)
  })
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ text, isContent: code === 0 }))
  })
}

/** The verdict on all scenarios of a revision. */
async function runRevision(url, revision) {
  const { text, isContent } = await runSuite(url, '--requirements', revision)
  const verdict = judge(text, revision)
  const faults = [...verdict.faults]
  if (!isContent) faults.push('the suite ended with a failure')
  for (const scenario of unscored[revision] ?? []) {
    // With a list of expected failures, though empty, a warning fails too.
    const strict = ['--expected-failures', join(import.meta.dirname, 'expected-failures.yml')]
    const args = ['--scenario', scenario, '--spec-version', revision, ...strict]
    const strictRun = await runSuite(url, ...args)
    if (!strictRun.isContent) faults.push(`${scenario} failed, or had warnings`)
  }
  return { ...verdict, faults }
}

/** Prints what passed, what is left out and what failed. */
function report(revision, { passed, leftOut, faults }) {
  const word = faults.length > 0 ? 'failed' : 'passed'
  console.log(`${revision}: ${word} (${passed} scenarios passed)`)
  for (const { scenario, reason } of leftOut)
    console.log(`  left out: ${scenario}, because ${reason}`)
  for (const fault of faults) console.log(`  failed: ${fault}`)
}

const fixture = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await readAddress(fixture)
const verdicts = new Map()
for (const revision of revisions) verdicts.set(revision, await runRevision(url, revision))
fixture.kill()
for (const [revision, verdict] of verdicts) {
  report(revision, verdict)
  if (verdict.faults.length > 0) process.exitCode = 1
}
