import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Builds the writing process, so that Node can run it from any folder. */
export async function buildWriter(folder: string): Promise<string> {
  const resolve = { conditionNames: ['toolaccord-source', 'node', 'import', 'default'] }
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'writer.ts'),
    platform: 'node',
    external: ['sharp'],
    resolve,
  })
  // Modules that are loaded on demand stay in their own files, because a writer needs no pictures.
  await bundle.write({
    dir: folder,
    entryFileNames: 'writer.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  return join(folder, 'writer.mjs')
}
