import type { Readable } from 'node:stream'
import type { CliIo } from '../../faces/cli/commands/io.ts'
import { createCliFiles } from './io/create-cli-files.ts'
import { createPrompt } from './io/create-prompt.ts'

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
  const ask = createPrompt(controller, process.stdin, process.stderr)
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
