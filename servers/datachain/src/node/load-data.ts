import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { DataError, loadCatalogue } from '../catalogue/load-catalogue.ts'
import { parseYaml } from '../json/parse-yaml.ts'
import { readVersionFolders } from './read-version-folders.ts'

/** The folder of the taxonomy that comes with the server. */
export const embeddedData = fileURLToPath(new URL('../../data/', import.meta.url))

/** Loads the versions in a folder; without one, those that come with the server. */
export async function loadData(folder: string = embeddedData): Promise<Catalogue> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() !== true)
    throw new DataError(`There is no folder '${folder}' to read versions from.`)
  return loadCatalogue(await readVersionFolders(folder))
}

/** Loads the datachain that comes with the server as an example. */
export async function loadExample(): Promise<unknown> {
  return parseYaml(await readFile(join(embeddedData, 'example.yaml'), 'utf8'))
}
