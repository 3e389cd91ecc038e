/** The photographer's wishes for an image. */
export interface Brief {
  readonly raw: string
  readonly intent: string
  /** The genres whose tastes apply. */
  readonly tastes: readonly string[]
}

const tastesLine = /^Tastes:\s*(.*)$/

/** Reads a brief: free text, in which a line such as `Tastes: [portrait, street]` names genres. */
export function readBrief(raw: string): Brief {
  const intent: string[] = []
  const tastes = new Set<string>()
  for (const line of raw.split('\n')) {
    const named = tastesLine.exec(line.trim())?.[1]
    if (named === undefined) intent.push(line)
    else for (const genre of genresIn(named)) tastes.add(genre)
  }
  return { raw, intent: intent.join('\n').trim(), tastes: [...tastes] }
}

const genresIn = (list: string): readonly string[] =>
  list
    .replaceAll(/[[\]]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
