import type { Call } from 'toolaccord'
import { DarktableError } from '../../editing/index.ts'
import type { RenderWatch } from '../../workspace/render/create-previews.ts'

/** A call has this much longer than its renders, so that it can say why one was stopped. */
const graceMs = 10_000
const beatMs = 2000

/** Returns the time limit of a call whose renders have this limit. */
export const callLimitMs = (renderMs: number): number => renderMs + graceMs

/**
 * Does work that renders. The render is stopped if the caller leaves or after this time; until then
 * the caller hears every few seconds how long it takes, so that it does not give up.
 */
export async function whileRendering<T>(
  call: Pick<Call, 'signal' | 'progress'>,
  renderMs: number,
  work: (watch: RenderWatch) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const stop = new AbortController()
  const leave = () => stop.abort(call.signal.reason)
  let step = 'waiting'
  const report = () => {
    const seconds = Math.round(performance.now() - began) / 1000
    call.progress(seconds, renderMs / 1000, step)
  }
  if (call.signal.aborted) leave()
  call.signal.addEventListener('abort', leave, { once: true })
  const limit = setTimeout(() => stop.abort(overtime(renderMs)), renderMs)
  const beat = setInterval(report, beatMs)
  try {
    return await work({
      signal: stop.signal,
      onProgress(next) {
        step = next
        report()
      },
    })
  } finally {
    clearTimeout(limit)
    clearInterval(beat)
    call.signal.removeEventListener('abort', leave)
  }
}

const overtime = (renderMs: number) =>
  new DarktableError(
    'timeout',
    `darktable did not finish within ${renderMs / 1000} s and was stopped.`,
  )
