import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A file of the repository, by its path from the root. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** An import of one file by another, both by their paths from the root; types included. */
export interface Import {
  readonly from: string
  readonly to: string
}

const isCode = (path: string) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.d.ts')
export const isTest = (path: string) => /\.test(-d)?\.ts$/.test(path) || /(^|\/)test\//.test(path)

/** The code below a folder of the repository, built and installed files left out. */
export function readSources(folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => isCode(path) && !/(^|\/)(node_modules|dist|\.docs-[^/]*)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const importPattern =
  /^(?:import|export)\b[^']*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm

/** Static imports, re-exports and dynamic imports, as they are written. */
export function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(importPattern)].flatMap(([, ...found]) =>
    found.filter((one) => one !== undefined),
  )
}

/** The imports of files by other files. */
export function importsIn(sources: readonly Source[]): readonly Import[] {
  return sources.flatMap(({ path, text }) =>
    specifiersIn(text)
      .filter((to) => to.startsWith('.'))
      .map((to) => ({ from: path, to: resolve(path, to) })),
  )
}

const resolve = (from: string, to: string) =>
  relative(root, join(root, dirname(from), to)).replaceAll('\\', '/')

export const lineCount = ({ text }: Source): number => text.split('\n').length - 1

/** What a file exports: values, or its types if it has no values. */
export function exportsIn({ text }: Source): readonly string[] {
  const values = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm
  const types = /^export (?:interface|type) (\w+)/gm
  const found = [...text.matchAll(values)]
  return (found.length > 0 ? found : [...text.matchAll(types)]).flatMap(([, name]) => name ?? [])
}

export const toKebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

/**
 * True if a file is named after what it exports. One export: the name is the export's, less the
 * name of the folder. Several: every word of the name is in one of them.
 */
export function isNamedAfterExports(source: Source): boolean {
  const name = basename(source.path).replace(/\.(ts|mjs)$/, '')
  const folder = basename(dirname(source.path))
  const exported = exportsIn(source).map(toKebab)
  if (exported.length === 0) return true
  if (exported.some((one) => one === name || one === `${folder}-${name}`)) return true
  if (exported.length === 1) return false
  const words = name.split('-')
  return exported.some((one) => words.every((word) => one.includes(word.replace(/s$/, ''))))
}
