import { liveScript } from './live/live-script.ts'
import { toStyle } from './to-page.ts'

/** Which pages a policy is for. */
export interface PolicyOptions {
  /** The `styles` of the pages. */
  readonly styles?: string | undefined
}

/**
 * Returns the `Content-Security-Policy` of pages that `toPage` writes: their own style and script,
 * requests and forms of the same origin, and nothing else. It is the same for all pages with the
 * same styles, live or not.
 */
export async function contentSecurityPolicy({ styles }: PolicyOptions = {}): Promise<string> {
  const [style, script] = await Promise.all([toSource(toStyle(styles)), toSource(liveScript())])
  return [
    "default-src 'none'",
    `style-src ${style}`,
    `script-src ${script}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

async function toSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
