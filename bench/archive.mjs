// Putting content into a file archive against write + fsync + rename of the same bytes: interleaved
// rounds on one disk, medians of time, ratios only.
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileArchive } from 'toolaccord/fidelity'
import { toRatio } from './figures.mjs'

const rounds = Number(process.argv[2] ?? 61)
// Beside this file rather than in the folder for temporary files, which may be in memory.
const folder = await mkdtemp(join(import.meta.dirname, 'archive-'))
const archive = createFileArchive({ folder: join(folder, 'archive'), sweepEveryMs: Infinity })
let writes = 0
let varied = 0

async function writeRaw(bytes) {
  const path = join(folder, String(writes++))
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await rename(path, `${path}.done`)
}

const sides = { ours: (bytes) => archive.put(bytes, { owner: 'bench' }), raw: writeRaw }

const toRow = (id) => ({
  id,
  name: `customer-${(id * 7919) % 1_000_003}`,
  balance: ((id * 13_731) % 99_991) + (id % 97) / 100,
  region: `eu-west-${id % 3}`,
  note: `Row ${id}`,
})

/** Rows as a tool gives them, cut to a size. */
function writeRows(size) {
  const count = Math.ceil(size / 80)
  const rows = Array.from({ length: count }, (_, index) => toRow(1_000_000 + index))
  return Buffer.from(JSON.stringify(rows)).subarray(0, size)
}

/** Bytes that no compression makes fewer. */
function writeNoise(size) {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

/**
 * Content that differs from all before it, made without garbage that either side would have to
 * collect.
 */
function vary(bytes) {
  const content = Buffer.from(bytes)
  content.write(String(varied++).padStart(12))
  return content
}

/** The time to put content, or several at once, into one of the sides. */
async function timePut(run, { content, times = 1 }) {
  const contents = Array.from({ length: times }, () => vary(content))
  const start = performance.now()
  await Promise.all(contents.map(run))
  return performance.now() - start
}

/** An archive in use has its folders. */
async function makeFolders() {
  for (let count = 0; count < 2_000; count += 8)
    await Promise.all(Array.from({ length: 8 }, () => sides.ours(vary(Buffer.alloc(200)))))
}

const cases = {
  '2 KB of JSON': { content: writeRows(2_000) },
  '100 KB of JSON': { content: writeRows(100_000) },
  '1 MB of JSON': { content: writeRows(1_000_000) },
  '1 MB of noise': { content: writeNoise(1_000_000) },
  '8 × 100 KB of JSON at once': { content: writeRows(100_000), times: 8 },
}

try {
  await makeFolders()
  const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, { ours: [], raw: [] }]))
  // The first two rounds warm up; each side comes first in every other round.
  for (let round = -2; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'raw'] : ['raw', 'ours']
    for (const [name, one] of Object.entries(cases)) {
      for (const side of order) {
        const spent = await timePut(sides[side], one)
        if (round >= 0) taken[name][side].push(spent)
      }
    }
  }
  for (const [name, { ours, raw }] of Object.entries(taken))
    console.log(`${toRatio(raw, ours)} × as quick as write + fsync + rename   ${name}`)
} finally {
  await rm(folder, { recursive: true })
}
