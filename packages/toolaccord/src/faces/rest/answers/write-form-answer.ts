import type { Outcome } from '../../../outcome/outcome.ts'
import { webRequests } from '../../http/create-edge.ts'
import { toFormPage } from './to-form-page.ts'
import { toRedirectPath } from './to-redirect-path.ts'

/** An HTML form that was sent. */
export interface SentForm {
  readonly request: Request
  /** Where to go if the call succeeds, as the route says; undefined if it did not become a call. */
  readonly form?: string | undefined
  readonly args?: unknown
}

/** What an answer has beside its body. */
interface Head {
  /** The status of a page. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Lets the page look as it likes, and do nothing. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Answers an HTML form: a success with the way to another page, a failure with a page. */
export function writeFormAnswer(sent: SentForm, outcome: Outcome, head: Head): Response {
  const location = findLocation(sent, outcome)
  if (location !== undefined)
    return new Response(null, { status: 303, headers: { ...head.headers, Location: location } })
  return new Response(toFormPage(outcome, backOf(sent.request)), {
    status: head.status,
    headers: {
      ...head.headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    },
  })
}

function findLocation({ form, args }: SentForm, outcome: Outcome): string | undefined {
  if (form === undefined || !outcome.ok) return undefined
  return toRedirectPath(form, { data: outcome.data, args })
}

/** The page that the form is on, if it is one of this server. */
function backOf(request: Request): string {
  const referer = webRequests.headerOf(request, 'referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { host, pathname, search } = new URL(referer)
  return host === webRequests.hostOf(request) ? pathname + search : '/'
}
