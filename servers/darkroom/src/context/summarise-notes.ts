const first = 10
const last = 30

/** Notes, shortened if they are long. */
export interface NotesSummary {
  readonly summary: string
  readonly truncated: boolean
}

/** Cuts long notes in the middle. */
export function summariseNotes(text: string): NotesSummary {
  const lines = text.trimEnd().split('\n')
  const left = lines.length - first - last
  if (left <= 0) return { summary: text.trimEnd(), truncated: false }
  const kept = [...lines.slice(0, first), `… ${left} lines left out …`, ...lines.slice(-last)]
  return { summary: kept.join('\n'), truncated: true }
}
