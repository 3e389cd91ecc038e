/** What the photographer wants of an image. */
export interface Brief {
  readonly raw: string
  readonly intent: string
  /** The genres whose tastes apply. */
  readonly tastes: readonly string[]
}

const tastesLine = /^Tastes:\s*(.*)$/

/** A brief is free text; a line such as `Tastes: [portrait, street]` names genres. */
export function readBrief(raw: string): Brief {
  const lines = raw.split('\n')
  const named = lines.flatMap((line) => tastesLine.exec(line.trim())?.[1] ?? [])
  const tastes = named
    .flatMap((list) =>
      list
        .replaceAll(/[[\]]/g, '')
        .split(',')
        .map((name) => name.trim()),
    )
    .filter((name) => name !== '')
  return {
    raw,
    intent: lines
      .filter((line) => !tastesLine.test(line.trim()))
      .join('\n')
      .trim(),
    tastes: [...new Set(tastes)],
  }
}
