import { createHash } from 'node:crypto'

/** What `retrieve_content` gives. */
export interface Piece {
  readonly content: string
  readonly total: number
  readonly next_start: number | null
}

/** What came back, all pieces together. */
export interface Whole {
  readonly text: string
  readonly hash: string
  readonly pieces: number
}

/** Fetches archived content piece by piece, whichever face the pieces come from. */
export async function fetchWhole(fetchPiece: (start: number) => Promise<Piece>): Promise<Whole> {
  const texts: string[] = []
  for (let start: number | null = 0; start !== null;) {
    const { content, next_start }: Piece = await fetchPiece(start)
    texts.push(content)
    start = next_start
  }
  const text = texts.join('')
  return {
    text,
    hash: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    pieces: texts.length,
  }
}
