import { join } from 'node:path'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { isImageId } from '../names/image-id.ts'
import { readMarkdown } from './markdown.ts'

/** What the photographer likes, in general and by genre. */
export interface Tastes {
  readonly default: string
  readonly genres: Readonly<Record<string, string>>
  /** Lines that stand in the files of two genres. */
  readonly conflicts: readonly { readonly point: string; readonly files: readonly string[] }[]
}

/** The file of what is liked in general. */
export const defaultTastes = '_default.md'

/** The file of a genre that a caller names, or that of what is liked in general. */
export function checkTasteFile(genre: string | undefined): string {
  const file = genre === undefined ? defaultTastes : tasteFile(genre)
  if (file !== undefined) return file
  throw new DarkroomError('invalid_input', 'That is no name of a genre.', {
    path: 'file',
    hint: "A genre is made of letters, digits, '_', '.' and '-'.",
  })
}

/** The file of a genre, or undefined for a name that cannot be one. */
export const tasteFile = (genre: string): string | undefined => {
  const name = genre.replace(/\.md$/, '')
  return isImageId(name) ? `${name}.md` : undefined
}

/** The general tastes and those of the genres that a brief names. */
export async function readTastes(folder: string, genres: readonly string[]): Promise<Tastes> {
  const read = await Promise.all(
    genres.slice(0, 20).flatMap((genre) => {
      const file = tasteFile(genre)
      return file === undefined
        ? []
        : [readMarkdown(join(folder, file)).then((text): [string, string] => [genre, text])]
    }),
  )
  return {
    default: await readMarkdown(join(folder, defaultTastes)),
    genres: Object.fromEntries(read),
    conflicts: conflictsIn(read),
  }
}

function conflictsIn(
  read: readonly (readonly [genre: string, text: string])[],
): Tastes['conflicts'] {
  const files = new Map<string, Set<string>>()
  for (const [genre, text] of read) {
    for (const point of text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))) {
      files.set(point, (files.get(point) ?? new Set()).add(`${genre}.md`))
    }
  }
  return [...files]
    .filter(([, named]) => named.size > 1)
    .map(([point, named]) => ({ point, files: [...named] }))
}
