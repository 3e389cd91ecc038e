// What a host does with the answers of any server, measured with one of the official SDK.
import { textOf } from '../dialects/blocks.mjs'
import { description, instructions, schema, words } from '../fixture/plain-words.mjs'
import { runFixture } from '../host/run-fixture.mjs'
import { readCalls } from '../wire/read-calls.mjs'
import { readClient } from '../wire/read-client.mjs'
import { createCutSearch, readCut } from './cut-search.mjs'
import { schemaChanges } from './schema-changes.mjs'

const fixture = 'plain.mjs'
const answering = [
  'content',
  'content_failed',
  'content_of_schema',
  'structure',
  'structure_failed',
]
const calls = [...answering, 'ask'].map((tool) => ({ tool }))
const script = (answers) => calls[answers.length]

/** Measures the facts about a host. They hold no times, paths or ids, so that runs compare. */
export async function measureFacts({ host, version }, options) {
  const stdio = await runFixture(host, { ...options, fixture, script })
  const http = await runFixture(host, { ...options, fixture, script, isHttp: true })
  const search = createCutSearch()
  const cut = await runFixture(host, { ...options, fixture, script: search.script })
  for (const run of [stdio, http, cut]) checkComplete(run)
  return {
    npm: host.npm,
    version,
    client: toClient(stdio, http),
    shows: toShows(stdio),
    isSameOverHttp: JSON.stringify(toShows(http)) === JSON.stringify(toShows(stdio)),
    offers: toOffers(stdio),
    answersHeadless: answerOf(stdio),
    cut: readCut(cut),
  }
}

function checkComplete({ answers, calls, end, fault }) {
  const isComplete = calls.length > 0 && calls.every((_, index) => answers[index] !== undefined)
  if (isComplete) return
  const ended = end.isLate ? 'its time was up' : `exit ${end.code}`
  throw new Error(`the host did not make every call (${fault ?? ended}):\n${end.tail}`)
}

function toClient(stdio, http) {
  const { headers: _, ...client } = readClient(stdio.wire)
  const { headers, capabilities } = readClient(http.wire)
  return { ...client, http: { capabilities, ...headers } }
}

/** The parts of each answer that the model gets, and whether it is told of the failure. */
function toShows({ answers }) {
  return Object.fromEntries(answering.map((tool, index) => [tool, partsOf(answers[index])]))
}

function partsOf({ blocks, isError }) {
  const text = textOf(blocks)
  const found = Object.entries(words)
    .filter(([, word]) => text.includes(word))
    .map(([name]) => name)
  if (blocks.some(({ type }) => type === 'image')) found.push('image')
  // No host passes a sound on; some say that there was one.
  if (/audio/i.test(text)) found.push('audio')
  return { parts: found, isError }
}

function toOffers({ offered, prompt }) {
  const tool = offered.find(({ name }) => name === 'content')
  return {
    descriptionCharacters: charactersOf(tool.description, description),
    instructionCharacters: charactersOf(prompt, instructions),
    outputSchemas: prompt.includes(words.output),
    ...schemaChanges(schema, tool.parameters),
  }
}

/** How many characters of a text are kept from its start; `all` if it is whole. */
function charactersOf(text, whole) {
  if (text.includes(whole)) return 'all'
  let kept = 0
  for (let step = whole.length; step >= 1; step = Math.floor(step / 2))
    while (text.includes(whole.slice(0, kept + step))) kept += step
  return kept
}

/** How a question is answered with nobody there. */
function answerOf({ wire }) {
  const asked = readCalls(wire).find(({ name }) => name === 'ask')
  return asked?.answers[0] ?? 'cannot be asked'
}
