import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../data/create-catalogue.ts'
import { loadCatalogue } from '../data/load-catalogue.ts'
import { readVersionFolders } from './read-version-folders.ts'

/** The folder of the taxonomy that comes with the server. */
export const embeddedData = fileURLToPath(new URL('../../data/', import.meta.url))

/** The versions in a folder; without one, those that come with the server. */
export const loadData = async (folder: string = embeddedData): Promise<Catalogue> => loadCatalogue(await readVersionFolders(folder))
