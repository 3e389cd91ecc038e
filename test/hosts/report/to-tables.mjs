// The verdicts as tables, one for each host: facts down, runs across.
import { seen } from '../answers/judge.mjs'

const title = ({ name, version }) => `${name} ${version}`

/** The rows of a table: call, fact, and a verdict for each run. */
function toRows(runs) {
  const rows = new Map()
  for (const [index, { verdicts }] of runs.entries()) {
    for (const { call, fact, verdict } of verdicts) {
      const key = `${call}\n${fact}`
      const row = rows.get(key) ?? { call, fact, verdicts: [] }
      row.verdicts[index] = verdict
      rows.set(key, row)
    }
  }
  return [...rows.values()]
}

const cell = (text) => String(text ?? '').replaceAll('|', '\\|')
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`

/** A table in Markdown. */
export function toMarkdown({ host, runs }) {
  const head = ['call', 'fact', ...runs.map(({ name }) => name)]
  const rows = toRows(runs).map(({ call, fact, verdicts }) => [
    call,
    fact,
    ...runs.map((_, index) => verdicts[index]),
  ])
  return [
    `### ${title(host)}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n')
}

/** The facts that are not as they should be, in one line each. */
export function toFaults({ host, runs }) {
  return runs.flatMap(({ name, verdicts }) =>
    verdicts
      .filter(({ verdict }) => verdict !== seen)
      .map(({ call, fact, verdict }) => `${title(host)}, ${name}: ${call}: ${fact}: ${verdict}`),
  )
}
