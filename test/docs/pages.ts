import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file).replaceAll('\\', '/'))

/** The pages that people write. */
export const pages: readonly string[] = [
  ...markdownIn('.'),
  ...markdownIn('docs'),
  'packages/toolaccord/README.md',
]

/** The pages that `npm run docs` writes; docs/reference.md is with the others. */
export const generatedPages: readonly string[] = markdownIn('docs/api')

/** A block of code on a page. */
export interface Block {
  readonly page: string
  readonly code: string
  /** Numbered by page and language, from 0. */
  readonly index: number
}

/** The blocks of code of one language on a page. */
export function blocksOf(page: string, language: string): readonly Block[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')
  const found = [...read(page).matchAll(fence)]
  return found.map(([, code = ''], index) => ({ page, code, index }))
}
