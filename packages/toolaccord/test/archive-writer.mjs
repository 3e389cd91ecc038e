// Puts content into a file archive as quickly as it can and prints owner and hash of what was acknowledged, until it is killed.
import { writeSync } from 'node:fs'

const [, , bundle, folder, owner] = process.argv
const { createFileArchive } = await import(bundle)
const archive = createFileArchive({ folder, sweepEveryMs: Infinity })

async function write(lane) {
  for (let count = 0; ; count++) {
    // One in four is what other writers put too; sizes go up to 200 KB.
    const content =
      count % 4 === 3
        ? `shared ${count} `.repeat(500)
        : `${owner} ${lane} ${count} ${Math.random()} `.repeat(4 ** (1 + (count % 6)))
    const hash = await archive.put(content, { owner, pinned: count % 5 === 0 })
    if (count % 7 === 0) await archive.unpin(hash, { owner })
    writeSync(1, `${hash}\n`)
  }
}

await Promise.all([write(0), write(1), write(2)])
