import { createDarkroomServer } from '../src/create-darkroom-server.ts'
import { createDarktable, loadVocabulary } from '../src/editing/index.ts'

/**
 * A process that edits one image until it has made enough snapshots or is killed. It prints the
 * hash of each acknowledged snapshot.
 */
const [root = '', packs = '', image_id = '', seed = '0', most = 'Infinity'] = process.argv.slice(2)
const { server } = createDarkroomServer({
  vocabulary: await loadVocabulary(packs.split(',')),
  darktable: createDarktable(),
  roots: [root],
  tastesFolder: root,
  env: {},
  lockPatienceMs: 60_000,
})
for (let number = 1; number <= Number(most); number++) {
  const outcome = await server.call('apply_primitive', {
    image_id,
    primitive_name: 'exposure',
    value: (Number(seed) * 1000 + number) / 1_000_000,
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  // The cast names the result of the tool.
  process.stdout.write(`${(outcome.data as { readonly snapshot_hash: string }).snapshot_hash}\n`)
}
