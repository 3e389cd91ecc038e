import type { IncomingMessage } from 'node:http'
import { FoundryError } from '../../errors/foundry-error.ts'
import { checkUrl } from './check-url.ts'
import type { FetchOptions, FetchedDocument } from './fetch-options.ts'
import { readBody } from './read-body.ts'
import { resolveHost } from './resolve-host.ts'
import { sendRequest } from './send-request.ts'

const maxRedirects = 5
const defaultBytes = 10 * 1024 * 1024
const defaultMs = 30_000
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a document from a public address. The host of each redirect is resolved once, all of its
 * addresses are checked, and the connection goes to those.
 */
export async function fetchSource(
  address: string,
  options: FetchOptions = {},
): Promise<FetchedDocument> {
  const { maxMs = defaultMs, maxBytes = defaultBytes, signal } = options
  const deadline = AbortSignal.timeout(maxMs)
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const url = checkUrl(address)
  try {
    const answer = await orAborted(followRedirects(url, options, stop), stop)
    const { headers } = answer.response
    const bytes = await readBody(answer.response, maxBytes)
    return {
      url: answer.url.href,
      bytes,
      contentType: headers['content-type'] ?? '',
      modifiedAt: toDate(headers['last-modified']),
    }
  } catch (thrown) {
    signal?.throwIfAborted()
    if (thrown instanceof FoundryError) throw thrown
    throw toFetchFailure(url, thrown, deadline.aborted ? maxMs : undefined)
  }
}

interface Answer {
  readonly url: URL
  readonly response: IncomingMessage
}

async function followRedirects(
  start: URL,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const addresses = await resolveHost(url, options)
    const response = await sendRequest(url, addresses, signal)
    const { statusCode = 0, headers } = response
    const isRedirect = redirects.has(statusCode) && headers.location !== undefined
    if (!isRedirect) return checkStatus({ url, response })
    response.destroy()
    url = checkUrl(headers.location ?? '', url)
  }
  throw new FoundryError(
    'FETCH_FAILED',
    `${start.host} redirects more than ${maxRedirects} times.`,
    {
      hint: 'Open the address in a browser and give the one that it ends at.',
      details: { reason: 'too_many_redirects' },
    },
  )
}

function checkStatus(answer: Answer): Answer {
  const { statusCode = 0 } = answer.response
  if (statusCode >= 200 && statusCode < 300) return answer
  answer.response.destroy()
  const isClosed = statusCode === 401 || statusCode === 403
  throw new FoundryError('FETCH_FAILED', `${answer.url.host} answered with status ${statusCode}.`, {
    hint: isClosed
      ? 'The page is not open to everybody. Save it and add it as a file.'
      : 'Check the address; try again later if it is right.',
    details: { reason: 'status', status: statusCode },
  })
}

/** Gives up waiting when the signal is aborted, because a resolver cannot be stopped. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('aborted'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

function toFetchFailure(url: URL, cause: unknown, timeoutMs: number | undefined): FoundryError {
  const error = describeFetchFailure(url, cause, timeoutMs)
  error.cause = cause
  return error
}

function describeFetchFailure(
  { host }: URL,
  thrown: unknown,
  timeoutMs: number | undefined,
): FoundryError {
  if (timeoutMs !== undefined)
    return new FoundryError('FETCH_FAILED', `${host} took longer than ${timeoutMs} milliseconds.`, {
      hint: 'Try again later, or save the document and add it as a file.',
      details: { reason: 'timeout' },
    })
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'broken'
  return new FoundryError('FETCH_FAILED', `The connection to ${host} failed (${code}).`, {
    hint: 'Check the address; try again later if it is right.',
    details: { reason: 'connection', code },
  })
}

function toDate(header: string | undefined): Date | undefined {
  const date = new Date(header ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}
