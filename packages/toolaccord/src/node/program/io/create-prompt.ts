import type { Readable, Writable } from 'node:stream'
import type { Prompt } from '../../../faces/cli/questions/ask-field.ts'

/**
 * Creates what asks for a line on a terminal; there is none if an interrupt or the end of input
 * comes first. Lines that were typed ahead answer the questions after.
 */
export function createPrompt(
  controller: AbortController,
  input: Readable,
  output: Writable,
): Prompt {
  const { signal } = controller
  const ahead: string[] = []
  /** What was typed of a line that has not ended. */
  let begun = ''

  async function ask(question: string): Promise<string | undefined> {
    // An input that has ended does not say so again.
    if (input.readableEnded) return undefined
    const { createInterface } = await import('node:readline')
    const terminal = createInterface({ input, output })
    // A terminal in raw mode sends an interrupt here instead of to the process.
    terminal.once('SIGINT', () => controller.abort())
    const stop = () => terminal.close()
    signal.addEventListener('abort', stop, { once: true })
    const answer = await new Promise<string | undefined>((resolve) => {
      terminal.once('close', () => resolve(undefined))
      if (signal.aborted) {
        stop()
        return
      }
      terminal.question(question, resolve)
      // Lines may come in one piece with the answer.
      terminal.on('line', (line) => ahead.push(line))
      if (begun !== '') terminal.write(begun)
    })
    signal.removeEventListener('abort', stop)
    begun = terminal.line
    terminal.close()
    return answer
  }

  return async (question) => {
    const typed = signal.aborted ? undefined : ahead.shift()
    if (typed !== undefined) {
      // The line that has begun is on the screen already.
      if (begun !== '') output.write('\n')
      output.write(`${question}${typed}\n`)
      return typed
    }
    const answer = await ask(question)
    // What comes next must not stand in the line of the question.
    if (answer === undefined) output.write('\n')
    return answer
  }
}
