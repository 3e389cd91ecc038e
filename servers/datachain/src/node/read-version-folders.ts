import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { VersionFolder } from '../drafts/read-draft.ts'

const mostFiles = 20_000
const mostBytes = 1_048_576

/** The versions under a folder, as `type/date` folders with a file meta.yaml. */
export async function readVersionFolders(root: string): Promise<readonly VersionFolder[]> {
  const names = (
    await Promise.all(
      (await foldersIn(root)).map(async (type) =>
        (await foldersIn(join(root, type))).map((date) => `${type}/${date}`),
      ),
    )
  ).flat()
  const folders = await Promise.all(
    names.map(async (name) => ({ name, files: await readFiles(join(root, name)) })),
  )
  return folders.filter(({ files }) => files.has('meta.yaml'))
}

const foldersIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()

async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(
    ['', 'categories/', 'elements/', 'symbols/'].map((part) => filesIn(folder, part)),
  )
  const paths = names.flat()
  if (paths.length > mostFiles)
    throw new RangeError(
      `${folder} holds ${paths.length} files; a version has at most ${mostFiles}.`,
    )
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [
        path,
        await readText(join(folder, path)),
      ]),
    ),
  )
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
