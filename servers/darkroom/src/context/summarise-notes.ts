const first = 10
const last = 30

/** Notes, cut in the middle where they are long. */
export function summariseNotes(text: string): {
  readonly summary: string
  readonly truncated: boolean
} {
  const lines = text.trimEnd().split('\n')
  const left = lines.length - first - last
  if (left <= 0) return { summary: text.trimEnd(), truncated: false }
  return {
    summary: [...lines.slice(0, first), `… ${left} lines left out …`, ...lines.slice(-last)].join(
      '\n',
    ),
    truncated: true,
  }
}
