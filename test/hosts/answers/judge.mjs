// Verdicts about what a model saw: `seen`, `missing`, `twice`, or words that say what is wrong.
import { textOf } from '../dialects/blocks.mjs'

export const seen = 'seen'

/** How often a word is in a text. */
const countIn = (text, word) => text.split(word).length - 1

/** One copy of the answer, as the server sent it: the structure, or the first text. */
function copyOf(result) {
  const { structuredContent, content = [] } = result ?? {}
  return structuredContent === undefined
    ? (content[0]?.text ?? '')
    : JSON.stringify(structuredContent)
}

/** Holds a word to be shown exactly as often as it is in one copy of the answer, or once. */
export const word = (value) => (shown) => {
  const inCopy = countIn(copyOf(shown.result), value)
  const inSight = countIn(shown.text, value)
  if (inSight === 0) return 'missing'
  return inSight > Math.max(inCopy, 1) ? 'twice' : seen
}

/** Holds something to be shown, however often. */
export const mention = (pattern) => (shown) => (pattern.test(shown.text) ? seen : 'missing')

/** Holds something to be hidden from the model. */
export const hidden = (pattern) => (shown) => (pattern.test(shown.text) ? 'shown' : seen)

/** Holds every one of some patterns to be shown. */
export const mentions =
  (...patterns) =>
  (shown) => {
    const missing = patterns.filter((pattern) => !pattern.test(shown.text))
    if (missing.length === 0) return seen
    return missing.length === patterns.length ? 'missing' : `${missing.length} missing`
  }

/** Holds a picture to be shown as a picture. */
export const isPictureShown = ({ blocks }) =>
  blocks.some(({ type }) => type === 'image') ? seen : 'missing'

/** Text that the SDK writes, which has neither a code nor a hint. */
const sdkText = /Cannot request input|inputRequired\.maxRounds|Multi-round-trip|MCP error -32/

/** Holds the answer to be ours. */
export const isOurs = ({ text }) => (sdkText.test(text) ? 'text of the SDK' : seen)

/** Holds the user to be asked at most once. */
export const isAskedOnce = ({ call }) =>
  call.questions <= 1 ? seen : `${call.questions} questions`

/** Holds an answer to be truthful about a user who did not answer. */
export function isTruthful({ text, call }) {
  const hasDeclined = call.answers.includes('decline')
  return !hasDeclined && /did not agree|declined/.test(text) ? 'says the user declined' : seen
}

/** Holds all progress to be sent before the answer. */
export const hasProgress = (steps) => (shown) =>
  shown.call.progress >= steps ? seen : `${shown.call.progress} of ${steps}`

/**
 * Judges the answers of one run: a verdict for each fact of each call. A call that the host did not
 * make has no fact that is seen.
 */
export function judge(expectations, { calls, answers, wire }) {
  const made = matchCalls(calls, wire)
  return expectations.flatMap(({ name, facts }, index) => {
    const shown = toShown(answers[index], made[index])
    return Object.entries(facts).map(([fact, verdictOn]) => ({
      call: name,
      fact,
      verdict: shown === undefined ? 'not called' : verdictOn(shown),
    }))
  })
}

/** For each call of the script the one on the wire; undefined if the host answered it itself. */
function matchCalls(calls, wire) {
  let next = 0
  return calls.map(({ tool, args = {} }) => {
    const call = wire[next]
    const isSame = call?.name === tool && JSON.stringify(call.args ?? {}) === JSON.stringify(args)
    if (!isSame) return undefined
    next++
    return call
  })
}

/** A call that did not leave the host. */
const unsent = { questions: 0, answers: [], progress: 0, result: undefined }

function toShown(answer, call = unsent) {
  if (answer === undefined) return undefined
  return { text: textOf(answer.blocks), blocks: answer.blocks, call, result: call.result }
}
