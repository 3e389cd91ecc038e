// Tables of ratios, and the targets beside them.

function toText(cell) {
  if (typeof cell !== 'number') return cell
  if (!Number.isFinite(cell)) return '–'
  return cell < 10 ? cell.toFixed(2) : cell.toFixed(1)
}

/** Numbers are ratios; what was not measured is a dash. */
function table(head, rows) {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.map(toText).join(' | ')} |`).join('\n')
}

function verdict(value, isMet) {
  if (!Number.isFinite(value)) return 'not measured'
  return isMet ? 'met' : 'not met'
}

/**
 * A target that the measured ratio must reach: `of` says what the ratio is of, `byCpu` is the ratio
 * by CPU if it is one of speed.
 */
export function atLeast({ what, limit, of, value, byCpu = '' }) {
  return [what, `≥ ${limit} ${of}`, value, byCpu, verdict(value, value >= limit)]
}

/** A target that the measured ratio must not exceed. */
export function atMost({ what, limit, of, value }) {
  return [what, `≤ ${limit} ${of}`, value, '', verdict(value, value <= limit)]
}

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
export function toDocument(earlier, { title, section, versions }) {
  const [, ...known] = earlier.split(/^## /m)
  const sections = new Map(known.map((text) => [text.split('\n', 1)[0], `## ${text.trim()}`]))
  sections.set(title, section)
  const parts = [
    '# Results',
    'Written by `npm run bench`, [as described here](mcp/README.md): ratios only, measured side ' +
      'by side. Rows that are measured again show the noise.',
    `Node ${process.versions.node}; ${versions.join(', ')}.`,
    ...sections.values(),
  ]
  return `${parts.join('\n\n')}\n`
}
