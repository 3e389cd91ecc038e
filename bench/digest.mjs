// A digest against one segmentation of the same text into sentences: interleaved rounds, medians
// of CPU time, ratios only.
import { canonicalize, digest, verifyDigest } from '@toolaccord/digest'

const megabyte = 1_024 * 1_024
const query = 'Which regional measures reduced the cost of water transport?'

/** Random numbers from 0 to 1, the same in every run. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Words of the query and forms of them, which are put among the common words. */
const wanted = [
  'regional',
  'measure',
  'measures',
  'reduced',
  'reduce',
  'cost',
  'costs',
  'water',
  'transport',
  'transported',
]

const syllableList =
  'ba con de en for ga hi in ja ki lo men na or per qua re se ti un ver wa ex yo zu tra ple sti'

/** Writes prose of 30,000 words, as common as Zipf's law says, in sentences and paragraphs. */
function write(units) {
  const random = createRandom(1)
  const syllables = syllableList.split(' ')
  const words = Array.from({ length: 30_000 }, (_, rank) =>
    Array.from(
      { length: 1 + (rank > 50) + (rank > 500) + Math.floor(random() * 2) },
      () => syllables[Math.floor(random() * syllables.length)],
    ).join(''),
  )
  for (const [index, word] of wanted.entries()) words[300 + index * 40] = word
  const word = () => {
    const rank = Math.floor(Math.exp(random() * Math.log(words.length))) - 1
    return words[Math.min(words.length - 1, rank)]
  }
  const sentence = () => {
    const text = Array.from({ length: 6 + Math.floor(random() * 22) }, word).join(' ')
    const mark = random() < 0.1 ? '?' : '.'
    return `${text[0].toUpperCase()}${text.slice(1)}${mark}`
  }
  const paragraphs = []
  for (let length = 0; length < units; length += paragraphs.at(-1).length + 2)
    paragraphs.push(Array.from({ length: 2 + Math.floor(random() * 6) }, sentence).join(' '))
  return paragraphs.join('\n\n').slice(0, units)
}

/** Segments each paragraph alone: the segmenter needs time with the square of its input. */
function segment(text) {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  let sentences = 0
  for (const paragraph of text.split('\n\n'))
    for (const _ of segmenter.segment(paragraph)) sentences++
  return sentences
}

const condense = async (text) => {
  const document = await canonicalize(text, { limits: { maxBytes: 32 * megabyte, maxMs: 120_000 } })
  const options = { locale: 'en', limits: { maxMs: 120_000 } }
  const { payload } = await digest(document, query, options)
  return { document, payload }
}

async function cpuOf(run) {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Megabytes of text, and how often each is measured. */
const cases = [
  [1, 31],
  [4, 11],
  [16, 5],
]
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

let perMegabyte
for (const [size, rounds] of cases) {
  const text = write(size * megabyte)
  const { document, payload } = await condense(text)
  if (!(await verifyDigest(payload, document)).ok || payload.evidence_snippets.length !== 10)
    throw new Error('the digest is not what it should be')
  const taken = { digest: [], segment: [] }
  for (let round = -2; round < rounds; round++) {
    const spent = {
      digest: await cpuOf(() => condense(text)),
      segment: await cpuOf(() => segment(text)),
    }
    const isWarm = round >= 0
    if (!isWarm) continue
    taken.digest.push(spent.digest)
    taken.segment.push(spent.segment)
  }
  const digestTime = median(taken.digest)
  perMegabyte ??= digestTime
  const bySegmentation = (digestTime / median(taken.segment)).toFixed(2)
  const byMegabyte = (digestTime / size / perMegabyte).toFixed(2)
  console.log(
    `${bySegmentation} × one segmentation, ${byMegabyte} × the first per megabyte   ` +
      `digest of ${size} MB of text`,
  )
}
