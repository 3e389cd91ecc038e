// Puts content into a file archive as fast as it can, until it is killed. Prints the hash of every
// content that was acknowledged.
import { writeSync } from 'node:fs'

const [, , bundle, folder, owner] = process.argv
const { createFileArchive } = await import(bundle)
const archive = createFileArchive({ folder, sweepEveryMs: Infinity })

/** One content in four is put by other writers too; sizes go up to 200 KB. */
function toContent(lane, count) {
  if (count % 4 === 3) return `shared ${count} `.repeat(500)
  return `${owner} ${lane} ${count} ${Math.random()} `.repeat(4 ** (1 + (count % 6)))
}

async function write(lane) {
  for (let count = 0; ; count++) {
    const content = toContent(lane, count)
    const hash = await archive.put(content, { owner, pinned: count % 5 === 0 })
    if (count % 7 === 0) await archive.unpin(hash, { owner })
    writeSync(1, `${hash}\n`)
  }
}

await Promise.all([write(0), write(1), write(2)])
