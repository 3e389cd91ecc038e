// Before a server is measured, it must give the right answers.
import assert from 'node:assert/strict'
import { calls, modern } from './protocol.mjs'

/** Throws for a wrong answer; returns the size of each right one. */
export async function checkAnswers({ server, ask }) {
  const sizes = {}
  for (const [kind, call] of Object.entries(calls)) {
    const { message, bytes } = await ask('tools/call', call)
    const error = JSON.stringify(message.error)
    assert.ok(message.result, `${server.id} answered ${call.name} with ${error}`)
    checkResult(kind, message.result, `${server.id} ${call.name}`)
    sizes[kind] = bytes
  }
  if (server.answers === undefined) await checkRefusal({ server, ask })
  return sizes
}

function checkResult(kind, { structuredContent, content, isError = false }, what) {
  assert.deepEqual(
    JSON.parse(content[0].text),
    structuredContent,
    `${what}: the text is not the structure`,
  )
  const { success, data, error, meta } = structuredContent
  assert.equal(meta.version, 'response-v2', what)
  assert.match(meta.request_id, /^[\da-f-]{36}$/, what)
  assert.equal(success, kind !== 'fail', what)
  assert.equal(isError, kind === 'fail', what)
  assert.deepEqual(facts[kind](data, error), expected[kind], what)
}

/** The parts of each answer that show that the tool has run. */
const facts = {
  small: ({ name, count, tags, greeting, total }) => [name, count, tags, greeting, total],
  rows: ({ rows, total }) => [rows.length, rows[499].id, rows[499].name, total],
  fail: ({ error_code, error_type, details }, error) => [error_code, error_type, details, error],
}
const expected = {
  small: ['Ada Lovelace', 42, ['a', 'b'], 'Hello, Ada Lovelace!', 126],
  rows: [500, 499, 'customer-000499', 1000],
  fail: [
    'UPSTREAM_FAILED',
    'unavailable',
    { retryable: false },
    'The upstream refused the request.',
  ],
}

async function checkRefusal({ server, ask }) {
  const { message } = await ask('tools/call', {
    ...calls.small,
    arguments: { name: 'Ada', count: 101 },
  })
  assert.ok(
    message.error ?? message.result.isError,
    `${server.id} accepts arguments that break the schema`,
  )
}

/** Throws if the limits that Toolaccord is held to do not answer the same bytes as it does. */
export function checkSameSize(running) {
  const [first, ...others] = running.filter(({ server }) => !server.isPeer && server.era === modern)
  for (const other of others)
    assert.deepEqual(
      other.sizes,
      first.sizes,
      `${other.server.id} and ${first.server.id} do not answer the same bytes`,
    )
}
