import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './has-code.ts'
import { idle } from './idle.ts'
import type { Running } from './running.ts'
import { writeWhole } from './write-whole.ts'

/** What is going on in each spec, in a file of its own. */
export interface RunningFiles {
  read(specId: string): Promise<Running>
  save(specId: string, running: Running): Promise<void>
}

/** Creates the files in a folder that all worktrees share. */
export function createRunningFiles(folder: string): RunningFiles {
  const pathOf = (specId: string) => join(folder, `${specId}.json`)
  return {
    async read(specId) {
      try {
        // The cast names what `save` has written.
        return JSON.parse(await readFile(pathOf(specId), 'utf8')) as Running
      } catch (thrown) {
        if (hasCode(thrown, 'ENOENT')) return idle
        throw thrown
      }
    },
    save: (specId, running) => writeWhole(pathOf(specId), JSON.stringify(running)),
  }
}
