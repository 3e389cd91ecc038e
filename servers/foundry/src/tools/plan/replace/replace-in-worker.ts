import { Worker } from 'node:worker_threads'
import { FoundryError } from '../../../errors/foundry-error.ts'

/** What is looked for, and what comes in its place. */
export interface Replacing {
  /** A regular expression. */
  readonly pattern: string
  readonly flags: string
  /** `$1` and the like are what groups matched. */
  readonly replacement: string
  /** How many matches there may be. */
  readonly limit: number
  /** How long it may take. Default: 2 s. */
  readonly timeoutMs?: number | undefined
}

/** A text that has changed. */
export interface Replaced {
  /** The index of the text. */
  readonly at: number
  readonly count: number
  readonly text: string
}

/** It stops one match over the limit, so that an empty pattern costs nothing. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { texts, pattern, flags, replacement, limit } = workerData
  const regex = new RegExp(pattern, flags)
  const replaced = []
  let total = 0
  for (const [at, text] of texts.entries()) {
    const before = total
    for (const _ of text.matchAll(regex)) if (++total > limit) break
    if (total > limit) break
    if (total === before) continue
    replaced.push({ at, count: total - before, text: text.replaceAll(regex, replacement) })
  }
  parentPort.postMessage({ replaced, total })
`

/**
 * Replaces matches in texts, in a thread that is ended if the pattern takes too long: a few
 * characters can keep a regular expression busy for years.
 */
export async function replaceInWorker(
  texts: readonly string[],
  { timeoutMs = 2000, ...replacing }: Replacing,
): Promise<readonly Replaced[]> {
  const worker = new Worker(program, {
    eval: true,
    workerData: { texts, ...replacing },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  try {
    const { replaced, total } = await answerOf(worker, replacing, timeoutMs)
    if (total > replacing.limit) throw tooBroad(replacing)
    return replaced
  } finally {
    await worker.terminate()
  }
}

interface Answer {
  readonly replaced: readonly Replaced[]
  readonly total: number
}

function answerOf(worker: Worker, replacing: Replacing, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    worker.once('online', () => {
      timer = setTimeout(() => reject(tooSlow(replacing, timeoutMs)), timeoutMs)
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    worker.once('message', (answer: Answer) => end(() => resolve(answer)))
    worker.once('error', (error) => end(() => reject(error)))
  })
}

const tooBroad = ({ pattern, limit }: Replacing) =>
  new FoundryError('PATTERN_TOO_BROAD', `The pattern matches more than ${limit} times.`, {
    path: 'find',
    hint: 'Look for something longer, or in fewer places.',
    details: { pattern, max_matches: limit },
  })

const tooSlow = ({ pattern }: Replacing, timeoutMs: number) =>
  new FoundryError('PATTERN_TOO_BROAD', `The pattern took longer than ${timeoutMs} ms.`, {
    path: 'find',
    hint: 'Avoid a repetition within a repetition, such as (a+)+.',
    details: { pattern },
  })
