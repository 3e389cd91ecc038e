import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DarkroomServer,
  type DarkroomServerOptions,
  createDarkroomServer,
} from '../create-darkroom-server.ts'
import { type Vocabulary, createDarktable, loadVocabulary } from '../editing/index.ts'
import { ownPacks } from '../editing/vocabulary/own-packs.ts'
import { toDng } from '../picture/to-dng.ts'

/** The folders of a test, and servers on them. */
export interface TestDarkroom {
  readonly root: string
  readonly photos: string
  readonly tastes: string
  readonly vocabulary: Vocabulary
  create(options?: Partial<DarkroomServerOptions>): DarkroomServer
  /** Empties the folders, and adds one photo, `grey.dng`. */
  clear(): Promise<void>
  remove(): Promise<void>
}

/** An engine that is not installed, for tests that render nothing. */
export const noDarktable = createDarktable({ binary: '/no/darktable' })

/** Returns a raw file of flat 18 % grey. */
export const greyDng = (width = 64, height = 48): Uint8Array =>
  toDng({ width, height, pixelAt: () => [0.18, 0.18, 0.18] })

/** Creates the folders of a test; call `clear` before the first test. */
export async function openDarkroom(): Promise<TestDarkroom> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-test-'))
  const root = join(folder, 'root')
  const photos = join(folder, 'photos')
  const tastes = join(folder, 'tastes')
  const vocabulary = await loadVocabulary(ownPacks)
  const servers: DarkroomServer[] = []

  // Calls that ended early may still clean up, so the folder may get a file while it goes.
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })

  return {
    root,
    photos,
    tastes,
    vocabulary,
    create(options = {}) {
      let proposals = 0
      let seconds = 0
      const created = createDarkroomServer({
        vocabulary,
        darktable: noDarktable,
        roots: [root],
        tastesFolder: tastes,
        sessionId: 'test',
        now: () => new Date(Date.UTC(2026, 0, 1) + seconds++ * 1000),
        newProposalId: () => (++proposals).toString(16).padStart(32, '0'),
        env: {},
        ...options,
      })
      servers.push(created)
      return created
    },
    async clear() {
      await removeFolder()
      for (const path of [root, photos, tastes]) await mkdir(path, { recursive: true })
      await writeFile(join(photos, 'grey.dng'), greyDng())
    },
    async remove() {
      await Promise.all(servers.map(({ close }) => close()))
      await removeFolder()
    },
  }
}
