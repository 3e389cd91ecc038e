// The length from which a host cuts an answer, found by halving within one conversation.
import { textOf } from '../dialects/blocks.mjs'

const first = 8_000
const most = 256_000
/** Close enough: hosts put words of their own around an answer. */
const precision = 100

const sizeOf = ({ args }) => args.characters
/** The lines of the fixture that are there; a host may have escaped what ends them. */
const linesOf = (answer) =>
  [...textOf(answer.blocks).matchAll(/(?<!\d)0000\d{5}(?=\n|\\n)/g)].map(([line]) => Number(line))

/** True if every line of an answer is there. */
const isWhole = (answer, characters) => linesOf(answer).length >= Math.floor(characters / 10)

/** Creates a script that asks for longer answers, and then for ones between. */
export function createCutSearch() {
  const sizes = []
  function nextSize(answers) {
    let whole = 0
    let cut = Infinity
    for (const [index, answer] of answers.entries()) {
      if (answer === undefined) return undefined
      const size = sizes[index]
      if (isWhole(answer, size)) whole = Math.max(whole, size)
      else cut = Math.min(cut, size)
    }
    if (cut - whole <= precision || whole >= most) return undefined
    if (cut === Infinity) return whole === 0 ? first : whole * 2
    return Math.floor((whole + cut) / 20) * 10
  }
  return {
    script(answers) {
      const characters = nextSize(answers)
      if (characters === undefined) return undefined
      sizes[answers.length] = characters
      return { tool: 'large', args: { characters } }
    },
  }
}

/** Up to which length an answer is whole, and what is kept of the first that is not. */
export function readCut({ calls, answers }) {
  const tried = calls.map((call, index) => ({ size: sizeOf(call), answer: answers[index] }))
  const sorted = tried.toSorted((a, b) => a.size - b.size)
  const firstCut = sorted.find(({ answer, size }) => !isWhole(answer, size))
  const whole = sorted.findLast(({ answer, size }) => isWhole(answer, size))
  const wholeUpTo = roundDown(whole?.size ?? 0)
  if (firstCut === undefined) return { wholeUpTo }
  return { wholeUpTo, keeps: keptOf(firstCut.answer) }
}

/** Lengths to a hundred, because the words around an answer differ by a few characters. */
const roundDown = (size) => Math.floor(size / 100) * 100

/** How much is kept from the start and from the end. */
function keptOf(answer) {
  const lines = linesOf(answer)
  const gap = lines.findIndex((line, index) => index > 0 && line !== lines[index - 1] + 1)
  const start = gap === -1 ? lines.length : gap
  return { start: roundDown(start * 10), end: roundDown((lines.length - start) * 10) }
}
