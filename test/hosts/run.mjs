// Runs real hosts in front of a scripted model: node test/hosts/run.mjs [host…] [options]. It
// compares what the model sees with what it must see, and what is known about hosts with what they
// do. It exits with 1 if anything differs.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seeAnswers } from './answers/see-answers.mjs'
import { factDifferences } from './facts/fact-differences.mjs'
import { measureFacts } from './facts/measure-facts.mjs'
import { tableFaults } from './facts/profile-faults.mjs'
import { installHost } from './host/install-host.mjs'
import { hosts } from './hosts.mjs'
import { readOptions, usage } from './read-options.mjs'
import { toFaults, toMarkdown } from './report/to-tables.mjs'

const record = join(import.meta.dirname, 'facts.json')
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupt.abort())

const say = (text) => console.error(text)
const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

async function installAll({ names, cache, latest }) {
  const installed = []
  for (const name of names) {
    const host = hosts[name]
    const how = { cache, isLatest: latest }
    installed.push({ name, host, ...(await installHost(name, host, how)) })
    say(`${name} ${installed.at(-1).version} is installed`)
  }
  return installed
}

/** The verdicts about one host, over all runs. */
async function checkAnswers(host, { runs, timeoutMs }) {
  const done = []
  for (const one of runs) {
    say(`${host.name}: ${one.name}`)
    const how = { bin: host.bin, timeoutMs, signal: interrupt.signal }
    done.push({ name: one.name, ...(await seeAnswers(host, one, how)) })
  }
  return { host, runs: done }
}

/** The facts about every host, by name. */
async function measureAll(installed, { timeoutMs }) {
  const facts = {}
  for (const host of installed) {
    say(`${host.name}: facts`)
    const how = { bin: host.bin, timeoutMs, signal: interrupt.signal }
    facts[host.name] = await measureFacts(host, how)
  }
  return facts
}

/** Records the facts if that is asked for; else says where they differ from the record. */
async function compareFacts(facts, isToWrite) {
  const recorded = JSON.parse(await readFile(record, 'utf8'))
  if (isToWrite) {
    await writeJson(record, { ...recorded, ...facts })
    return []
  }
  return Object.entries(facts).flatMap(([name, measured]) =>
    factDifferences(recorded[name], measured, name),
  )
}

async function compareProfiles(facts) {
  const { hostProfiles } = await import('toolaccord/mcp')
  if (hostProfiles !== undefined) return tableFaults(hostProfiles, facts)
  say('toolaccord/mcp has no hostProfiles to compare')
  return []
}

async function run(options) {
  const installed = await installAll(options)
  const faults = []
  const answers = []
  for (const host of options.hasAnswers ? installed : []) {
    const checked = await checkAnswers(host, options)
    answers.push(checked)
    if (options.markdown) console.log(toMarkdown(checked))
    faults.push(...toFaults(checked))
  }
  if (options.json !== undefined) await writeJson(options.json, answers)
  if (options.hasFacts) {
    const facts = await measureAll(installed, options)
    if (options.facts !== undefined) await writeJson(options.facts, facts)
    faults.push(...(await compareFacts(facts, options.write)), ...(await compareProfiles(facts)))
  }
  return faults
}

function readOptionsOrEnd() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    say(`${error.message}\n${usage}`)
    process.exit(2)
  }
}

const options = readOptionsOrEnd()
try {
  const faults = await run(options)
  for (const fault of faults) console.log(fault)
  console.log(`${faults.length} ${faults.length === 1 ? 'difference' : 'differences'}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  say(interrupt.signal.aborted ? 'stopped' : error)
  process.exitCode = 1
}
