import type { Readable, Writable } from 'node:stream'
import type { CliIo } from '../../faces/cli/commands/io.ts'
import { createCliFiles } from './files/create-cli-files.ts'

/**
 * Gives a run the streams, files and environment of this process. The first SIGINT aborts the
 * signal, the second ends the process unless the run wants to hear of it.
 */
export function createCliIo(program?: string): CliIo & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  // A reader such as `head` may go away before all is written; that does not fail the run.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const hasTerminal = process.stdin.isTTY && process.stderr.isTTY
  const ask = (question: string) => prompt(question, controller)
  return {
    program,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: () => readLines(process.stdin, controller.signal),
    prompt: hasTerminal ? ask : undefined,
    files: createCliFiles(controller.signal),
    env: process.env,
    signal: controller.signal,
    onInterrupt(heed) {
      process.on('SIGINT', heed)
      return () => process.off('SIGINT', heed)
    },
  }
}

/** Asks for one line on the terminal; undefined if an interrupt or the end of input comes first. */
export async function prompt(
  question: string,
  controller: AbortController,
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Promise<string | undefined> {
  const { createInterface } = await import('node:readline')
  const terminal = createInterface({ input, output })
  // A terminal in raw mode sends an interrupt here instead of to the process.
  terminal.once('SIGINT', () => controller.abort())
  const stop = () => terminal.close()
  controller.signal.addEventListener('abort', stop, { once: true })
  const answer = await new Promise<string | undefined>((resolve) => {
    terminal.once('close', () => resolve(undefined))
    if (controller.signal.aborted) stop()
    else terminal.question(question, resolve)
  })
  controller.signal.removeEventListener('abort', stop)
  terminal.close()
  // What comes next must not stand in the line of the question.
  if (answer === undefined) output.write('\n')
  return answer
}

/** Yields the lines of a stream, without their ends; an abort ends them early. */
export async function* readLines(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const stop = () => {
    input.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  let pending: string[] = []
  try {
    for await (const chunk of input.setEncoding('utf8')) {
      const [head, ...tail] = String(chunk).split('\n')
      pending.push(head ?? '')
      for (const part of tail) {
        yield withoutReturn(pending.join(''))
        pending = [part]
      }
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown
    return
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (pending.join('') !== '') yield withoutReturn(pending.join(''))
}

const withoutReturn = (line: string) => line.replace(/\r$/, '')
