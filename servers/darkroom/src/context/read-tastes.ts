import { join } from 'node:path'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { isImageId } from '../names/image-id.ts'
import { readMarkdown } from './markdown.ts'

/** The photographer's tastes, in general and by genre. */
export interface Tastes {
  readonly default: string
  readonly genres: Readonly<Record<string, string>>
  /** The lines that are in the files of several genres. */
  readonly conflicts: readonly { readonly point: string; readonly files: readonly string[] }[]
}

/** The name of the file of general tastes. */
export const defaultTastes = '_default.md'

const mostGenres = 20

/** Returns the file of a genre, or that of general tastes; throws if the name is not valid. */
export function checkTasteFile(genre: string | undefined): string {
  const file = genre === undefined ? defaultTastes : tasteFile(genre)
  if (file !== undefined) return file
  throw new DarkroomError('invalid_input', 'This is not a valid name of a genre.', {
    path: 'file',
    hint: "A genre is made of letters, digits, '_', '.' and '-'.",
  })
}

/** Returns the file of a genre, or undefined if the name is not valid. */
export const tasteFile = (genre: string): string | undefined => {
  const name = genre.replace(/\.md$/, '')
  return isImageId(name) ? `${name}.md` : undefined
}

/** Reads the general tastes and those of the genres that a brief names. */
export async function readTastes(folder: string, genres: readonly string[]): Promise<Tastes> {
  const texts = new Map<string, string>()
  for (const genre of genres.slice(0, mostGenres)) {
    const file = tasteFile(genre)
    if (file !== undefined) texts.set(genre, await readMarkdown(join(folder, file)))
  }
  return {
    default: await readMarkdown(join(folder, defaultTastes)),
    genres: Object.fromEntries(texts),
    conflicts: conflictsIn(texts),
  }
}

function conflictsIn(texts: ReadonlyMap<string, string>): Tastes['conflicts'] {
  const files = new Map<string, Set<string>>()
  for (const [genre, text] of texts) {
    for (const line of text.split('\n')) {
      const point = line.trim()
      if (point === '' || point.startsWith('#')) continue
      files.set(point, (files.get(point) ?? new Set()).add(`${genre}.md`))
    }
  }
  return [...files]
    .filter(([, named]) => named.size > 1)
    .map(([point, named]) => ({ point, files: [...named] }))
}
