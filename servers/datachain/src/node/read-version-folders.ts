import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { VersionFolder } from '../drafts/read-draft.ts'

const mostFiles = 20_000
const mostBytes = 1_048_576

/** Reads the versions under a folder: `type/date` folders with a file meta.yaml. */
export async function readVersionFolders(root: string): Promise<readonly VersionFolder[]> {
  const names = await namesIn(root)
  const folders = await Promise.all(
    names.map(async (name) => ({ name, files: await readFiles(join(root, name)) })),
  )
  return folders.filter(({ files }) => files.has('meta.yaml'))
}

async function namesIn(root: string): Promise<readonly string[]> {
  const types = await foldersIn(root)
  const names = await Promise.all(
    types.map(async (type) => {
      const dates = await foldersIn(join(root, type))
      return dates.map((date) => `${type}/${date}`)
    }),
  )
  return names.flat()
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const parts = ['', 'categories/', 'elements/', 'symbols/']
  const paths = (await Promise.all(parts.map((part) => filesIn(folder, part)))).flat()
  if (paths.length > mostFiles)
    throw new RangeError(`${folder} has ${paths.length} files; a version has at most ${mostFiles}.`)
  const files = paths.map(async (path): Promise<[string, string]> => {
    const text = await readText(join(folder, path))
    return [path, text]
  })
  return new Map(await Promise.all(files))
}

async function filesIn(folder: string, part: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, part), { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && /\.(yaml|svg)$/.test(entry.name))
    .map(({ name }) => part + name)
    .sort()
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > mostBytes)
    throw new RangeError(`${path} has ${size} bytes; a file has at most ${mostBytes}.`)
  return readFile(path, 'utf8')
}
