import { runFixture } from '../host/run-fixture.mjs'
import { readCalls } from '../wire/read-calls.mjs'
import { expectationsOf, toScript } from './expectations.mjs'
import { judge, seen } from './judge.mjs'
import { schemaFaults } from './schema-faults.mjs'

/** The runs of each host: every contract over stdio, and the default one over HTTP. */
export const runs = [
  { name: 'response-v2', contract: 'response-v2' },
  { name: 'chemigram', contract: 'chemigram' },
  { name: 'dtpr', contract: 'dtpr' },
  { name: 'mcp-guide', contract: 'mcp-guide' },
  { name: 'response-v2, HTTP', contract: 'response-v2', isHttp: true },
]

/** Runs a host once with the fixture. Resolves to verdicts, and to all that they are about. */
export async function seeAnswers({ name, host }, { contract, isHttp }, options) {
  const expectations = expectationsOf(name, contract)
  const run = await runFixture(host, {
    ...options,
    fixture: 'server.mjs',
    env: { CONTRACT: contract },
    isHttp,
    script: toScript(expectations),
  })
  const wire = readCalls(run.wire)
  const verdicts = judge(expectations, { calls: run.calls, answers: run.answers, wire })
  return { verdicts: [judgeSchemas(run.offered), ...verdicts], run }
}

function judgeSchemas(offered) {
  return { call: 'tools', fact: 'schemas that hosts take', verdict: verdictOn(offered) }
}

function verdictOn(offered) {
  if (offered.length === 0) return 'not offered'
  const faults = offered.flatMap(({ name, parameters }) => schemaFaults(parameters, name))
  return faults.length === 0 ? seen : `${faults.length}, such as ${faults[0]}`
}
