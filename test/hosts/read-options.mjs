import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runs } from './answers/see-answers.mjs'
import { hosts } from './hosts.mjs'

export const usage = `Usage: npm run hosts -- [${Object.keys(hosts).join('|')}…]
  --run NAME      one of ${runs.map(({ name }) => `'${name}'`).join(', ')}; may be given again
  --only WHAT     answers, or facts
  --latest        the newest version of each host instead of the one in hosts.mjs
  --markdown      prints every verdict as tables
  --facts FILE    writes the measured facts as JSON
  --write         records the measured facts in test/hosts/facts.json
  --json FILE     writes all that the models saw
  --cache FOLDER  where hosts are installed
  --timeout S     seconds for each run of a host`

const known = {
  cache: { type: 'string', default: join(tmpdir(), 'toolaccord-hosts') },
  facts: { type: 'string' },
  json: { type: 'string' },
  latest: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  only: { type: 'string' },
  run: { type: 'string', multiple: true },
  timeout: { type: 'string', default: '120' },
  write: { type: 'boolean', default: false },
}

/** The options of the command; throws if one is not known. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: known })
  const names = positionals.length > 0 ? positionals : Object.keys(hosts)
  for (const name of names) checkKnown('host', name, Object.keys(hosts))
  const runNames = runs.map(({ name }) => name)
  for (const name of values.run ?? []) checkKnown('run', name, runNames)
  if (values.only !== undefined) checkKnown('value of --only', values.only, ['answers', 'facts'])
  const timeoutMs = Number(values.timeout) * 1000
  if (!(timeoutMs > 0)) throw new Error(`--timeout takes seconds, not '${values.timeout}'.`)
  return {
    ...values,
    names,
    runs: runs.filter(({ name }) => values.run?.includes(name) ?? true),
    timeoutMs,
    hasAnswers: values.only !== 'facts',
    hasFacts: values.only !== 'answers',
  }
}

function checkKnown(what, name, accepted) {
  if (accepted.includes(name)) return
  throw new Error(`There is no ${what} '${name}'. Accepted: ${accepted.join(', ')}.`)
}
