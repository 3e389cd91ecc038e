import type { Progress } from '../../../define/call.ts'
import type { Logger } from '../../../log/log.ts'
import { ProgressLine } from './progress-line.ts'

/** A request whose client may want to hear of progress. */
export interface ProgressRequest {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined
  notify(notification: ProgressNotification): Promise<void>
}

interface ProgressNotification {
  method: 'notifications/progress'
  params: {
    progressToken: string | number
    progress: number
    total?: number | undefined
    message?: string | undefined
  }
}

/** What a client hears of a request before its answer. */
export interface RequestProgress {
  /** Passes on what a tool says: strictly increasing, and only numbers that JSON has. */
  tell(progress: Progress): void
  /** Lets the client hear something at least every 5 seconds; returns a function that ends it. */
  startBeats(): () => void
}

/** Something is sent in every second of these spans at the latest, in milliseconds. */
const beatMs = 2400

const noProgress: RequestProgress = { tell() {}, startBeats: () => () => {} }

/** Creates the progress of a request; a request without a token hears nothing. */
export function createProgress(request: ProgressRequest, log: Logger): RequestProgress {
  const progressToken = request._meta?.progressToken
  if (progressToken === undefined) return noProgress
  const line = new ProgressLine()
  let isQuiet = false

  const send = (progress: Progress | undefined): void => {
    if (progress === undefined || !Number.isFinite(progress.done)) return
    isQuiet = false
    const { done, total, message } = progress
    const params = {
      progressToken,
      progress: done,
      total: Number.isFinite(total) ? total : undefined,
      message,
    }
    // A client that has gone away needs no progress.
    request.notify({ method: 'notifications/progress', params }).catch(() => {})
  }

  return {
    tell(progress) {
      if (Number.isFinite(progress.done)) return send(line.say(progress))
      log.debug('progress that is not a number is not passed on', { done: String(progress.done) })
    },
    startBeats() {
      const timer = setInterval(() => {
        if (isQuiet) send(line.beat())
        isQuiet = true
      }, beatMs)
      return () => clearInterval(timer)
    },
  }
}
