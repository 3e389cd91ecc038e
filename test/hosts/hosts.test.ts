import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as mcp from 'toolaccord/mcp'
import { describe, expect, it } from 'vitest'
import { isAskedOnce, judge, mentions, word } from './answers/judge.mjs'
import { schemaFaults } from './answers/schema-faults.mjs'
import { createCutSearch, readCut } from './facts/cut-search.mjs'
import { factDifferences } from './facts/fact-differences.mjs'
import { profileFaults, tableFaults, toExpectedProfile } from './facts/profile-faults.mjs'
import { hosts } from './hosts.mjs'
import { toFaults, toMarkdown } from './report/to-tables.mjs'
import { readCalls } from './wire/read-calls.mjs'
import { readClient } from './wire/read-client.mjs'

const facts = JSON.parse(readFileSync(join(import.meta.dirname, 'facts.json'), 'utf8'))
const text = (value: string) => ({ blocks: [{ type: 'text', text: value }] })
const client = (message: unknown) => ({ from: 'client', message })
const server = (message: unknown) => ({ from: 'server', message })
const callOf = (id: number, name: string, more = {}) =>
  client({ id, method: 'tools/call', params: { name, arguments: {}, ...more } })
const question = { method: 'elicitation/create' }

describe('the verdict about an answer', () => {
  const verdictOn = (shown: string, sent: unknown, fact: (shown: never) => string = word('MILK')) =>
    judge([{ name: 'get', facts: { data: fact } }], {
      calls: [{ tool: 'get' }],
      answers: [text(shown)],
      wire: readCalls([callOf(1, 'get'), server({ id: 1, result: sent })]),
    })[0]?.verdict

  it('is seen if a word is shown as often as one copy of the envelope has it', () => {
    expect(verdictOn('MILK', { structuredContent: { a: 'MILK' } })).toBe('seen')
    expect(verdictOn('MILK MILK', { structuredContent: { a: 'MILK', b: 'MILK' } })).toBe('seen')
  })

  it('is twice if a host shows both copies, and missing if it shows none', () => {
    const both = { content: [{ type: 'text', text: 'MILK' }], structuredContent: { a: 'MILK' } }
    expect(verdictOn('MILK MILK', both)).toBe('twice')
    expect(verdictOn('', both)).toBe('missing')
  })

  it('counts what is missing of several', () => {
    expect(verdictOn('a', {}, mentions(/a/, /b/))).toBe('1 missing')
  })

  it('is not called if the host gave the model nothing', () => {
    const given = { calls: [{ tool: 'get' }], answers: [], wire: [] }
    const [verdict] = judge([{ name: 'get', facts: { data: word('MILK') } }], given)
    expect(verdict).toEqual({ call: 'get', fact: 'data', verdict: 'not called' })
  })
})

describe('the messages between host and server', () => {
  it('are calls with their questions, in the way of 2025', () => {
    const wire = [
      callOf(1, 'greet'),
      server({ id: 7, ...question }),
      client({ id: 7, result: { action: 'decline' } }),
      server({ method: 'notifications/progress', params: {} }),
      server({ id: 1, result: { content: [] } }),
      callOf(2, 'get'),
      server({ id: 2, error: { code: -32602 } }),
    ]
    expect(readCalls(wire)).toMatchObject([
      { name: 'greet', questions: 1, answers: ['decline'], progress: 1, result: { content: [] } },
      { name: 'get', questions: 0, answers: [], result: { error: { code: -32602 } } },
    ])
  })

  it('are calls with their questions, in the way of 2026', () => {
    const asked = { resultType: 'input_required', inputRequests: { who: question } }
    const wire = [
      callOf(1, 'greet'),
      server({ id: 1, result: asked }),
      callOf(2, 'greet', { inputResponses: { who: { action: 'cancel' } } }),
      server({ id: 2, result: asked }),
      callOf(3, 'greet', { inputResponses: { who: { action: 'cancel' } } }),
      server({ id: 3, result: { content: [] } }),
    ]
    const [call, ...others] = readCalls(wire)
    expect(others).toEqual([])
    expect(call).toMatchObject({ questions: 2, answers: ['cancel', 'cancel'] })
    expect(isAskedOnce({ call })).toBe('2 questions')
  })

  it('say who the client is, in a handshake or in every request', () => {
    const info = { name: 'a', version: '1' }
    const params = { clientInfo: info, protocolVersion: '2025-06-18', capabilities: {} }
    const handshake = client({ id: 0, method: 'initialize', params })
    expect(readClient([handshake, callOf(1, 'get')])).toMatchObject({
      ...info,
      revision: '2025-06-18',
      isInEveryRequest: false,
    })
    const _meta = {
      'io.modelcontextprotocol/clientInfo': info,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    }
    expect(readClient([callOf(1, 'get', { _meta })])).toMatchObject({
      ...info,
      revision: '2026-07-28',
      isInEveryRequest: true,
    })
  })
})

describe('schemas that hosts refuse', () => {
  it('are found at any depth', () => {
    const schema = {
      $schema: 'x',
      properties: { a: { anyOf: [{ type: 'array' }, { type: 'string', format: 'uri' }] } },
    }
    expect(schemaFaults(schema, 'get')).toEqual([
      'get: $schema',
      'get/properties/a/anyOf/0: an array without items',
      'get/properties/a/anyOf/1: the format uri',
    ])
  })
})

describe('the search for the length that a host cuts at', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `${String(index).padStart(9, '0')}\n`).join('')

  it('ends within a hundred characters of it', () => {
    const { script } = createCutSearch()
    const calls = []
    const answers: unknown[] = []
    for (let call = script(answers); call !== undefined; call = script(answers)) {
      calls.push(call)
      answers.push(text(lines(Math.min(call.args.characters, 33_333) / 10)))
    }
    expect(calls.length).toBeLessThan(20)
    expect(readCut({ calls, answers })).toEqual({
      wholeUpTo: 33_300,
      keeps: { start: 33_300, end: 0 },
    })
  })
})

describe('the tables', () => {
  const runs = [
    { name: 'dtpr', verdicts: [{ call: 'get', fact: 'hint', verdict: 'seen' }] },
    { name: 'chemigram', verdicts: [{ call: 'get', fact: 'hint', verdict: 'missing' }] },
  ]
  const host = { name: 'codex', version: '1.0' }

  it('have a row for each fact and a column for each run', () => {
    expect(toMarkdown({ host, runs })).toContain('| get | hint | seen | missing |')
  })

  it('are followed by what is wrong', () => {
    expect(toFaults({ host, runs })).toEqual(['codex 1.0, chemigram: get: hint: missing'])
  })
})

describe('what is known about hosts', () => {
  it('was recorded with the versions that are run', () => {
    const recorded = Object.entries<{ version: string }>(facts)
    expect(recorded.map(([name, { version }]) => [name, version])).toEqual(
      Object.entries(hosts).map(([name, { version }]) => [name, version]),
    )
  })

  it('differs wherever a host has changed', () => {
    const changed = { ...facts.codex, cut: { ...facts.codex.cut, wholeUpTo: 1 } }
    expect(factDifferences(facts.codex, facts.codex, 'codex')).toEqual([])
    expect(factDifferences(facts.codex, changed, 'codex')).toEqual([
      `codex.cut.wholeUpTo was ${facts.codex.cut.wholeUpTo} and is 1`,
    ])
  })

  it('is what a profile has to say', () => {
    const profile = { ...toExpectedProfile(facts.codex), answerBytes: 1000 }
    expect(profileFaults(profile, facts.codex)).toEqual([])
    expect(profileFaults({ ...profile, shows: 'content' }, facts.codex)).toEqual([
      'shows is "content", and "structure" was measured',
    ])
    expect(profileFaults({ ...profile, answerBytes: 99_999 }, facts.codex)).toHaveLength(1)
  })

  const hostProfiles = new Map<string, unknown>(Object.entries(mcp)).get('hostProfiles')
  it.skipIf(hostProfiles === undefined)('is what the profiles of the framework say', () => {
    expect(tableFaults(hostProfiles, facts)).toEqual([])
  })
})
