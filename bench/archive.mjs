// Putting content into a file archive against write + fsync + rename of the same bytes: interleaved rounds on one disk, medians of time, ratios only.
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileArchive } from 'toolaccord/fidelity'

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

/** Rows as a tool gives them. */
function writeRows(size) {
  const row = (id) =>
    `{"id":${id},"name":"customer-${(id * 7919) % 1_000_003}","balance":${(id * 13_731) % 99_991}.${id % 97},"region":"eu-west-${id % 3}","note":"Row ${id}"}`
  return Buffer.from(
    `[${Array.from({ length: Math.ceil(size / 80) }, (_, index) => row(1_000_000 + index)).join()}]`,
  ).subarray(0, size)
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

async function timeOf(run, contents) {
  const start = performance.now()
  await Promise.all(contents.map(run))
  return performance.now() - start
}

const cases = {
  '2 KB of JSON': { content: writeRows(2_000) },
  '100 KB of JSON': { content: writeRows(100_000) },
  '1 MB of JSON': { content: writeRows(1_000_000) },
  '1 MB of noise': { content: writeNoise(1_000_000) },
  '8 × 100 KB of JSON at once': { content: writeRows(100_000), times: 8 },
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
try {
  // An archive in use has its folders.
  for (let count = 0; count < 2_000; count += 8)
    await Promise.all(Array.from({ length: 8 }, () => sides.ours(vary(Buffer.alloc(200)))))
  const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, { ours: [], raw: [] }]))
  for (let round = -2; round < rounds; round++) {
    for (const [name, { content, times = 1 }] of Object.entries(cases)) {
      for (const side of round % 2 === 0 ? ['ours', 'raw'] : ['raw', 'ours']) {
        const spent = await timeOf(
          sides[side],
          Array.from({ length: times }, () => vary(content)),
        )
        if (round >= 0) taken[name][side].push(spent)
      }
    }
  }
  for (const [name, { ours, raw }] of Object.entries(taken))
    console.log(
      `${(median(raw) / median(ours)).toFixed(2)} × as quick as write + fsync + rename   ${name}`,
    )
} finally {
  await rm(folder, { recursive: true })
}
