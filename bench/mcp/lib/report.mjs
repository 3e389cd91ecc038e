// Tables of ratios, and the targets beside them.

const toText = (cell) => {
  if (typeof cell !== 'number') return cell
  return Number.isFinite(cell) ? cell.toFixed(cell < 10 ? 2 : 1) : '–'
}

/** Numbers are ratios; what was not measured is a dash. */
function table(head, rows) {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.map(toText).join(' | ')} |`).join('\n')
}

const verdict = (value, isMet) => {
  if (!Number.isFinite(value)) return 'not measured'
  return isMet ? 'met' : 'not met'
}

/**
 * A target: what is measured, its limit, what the ratio is of, the ratio, and the ratio by CPU
 * where it is one of speed.
 */
export const atLeast = (what, limit, of, value, byCpu = '') => [
  what,
  `≥ ${limit} ${of}`,
  value,
  byCpu,
  verdict(value, value >= limit),
]
export const atMost = (what, limit, of, value) => [
  what,
  `≤ ${limit} ${of}`,
  value,
  '',
  verdict(value, value <= limit),
]

export function toSection({ title, about, rounds, targets, servers, columns }) {
  const rows = servers.map(({ id, label, era = '' }) => [
    label,
    era,
    ...Object.values(columns).map((column) => column(id)),
  ])
  return [
    `## ${title}`,
    `${about} Medians over ${rounds} rounds.`,
    table(['target', 'limit', 'measured', 'by CPU', ''], targets),
    table(['', 'era', ...Object.keys(columns)], rows),
  ].join('\n\n')
}

/** The earlier document with a section in place of the one of the same title. */
export function toDocument(earlier, title, section, versions) {
  const sections = new Map(
    earlier
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.split('\n', 1)[0], `## ${text.trim()}`]),
  )
  const head = [
    '# Results',
    'Written by `npm run bench`, [as told here](mcp/README.md): ratios only, measured side by side. What is measured again shows the noise.',
    `Node ${process.versions.node}; ${versions.join(', ')}.`,
  ]
  return `${[...head, ...sections.set(title, section).values()].join('\n\n')}\n`
}
