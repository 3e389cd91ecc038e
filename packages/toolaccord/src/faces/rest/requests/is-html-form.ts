import type { ToolRoute } from './routes.ts'

/** The media type of HTML forms. */
export const formType = 'application/x-www-form-urlencoded'

/** In UTF-8, which is what browsers send. */
const formTypes = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

/** True if a request is an HTML form, and the route takes one. */
export function isHtmlForm(
  { form }: Pick<ToolRoute, 'form'>,
  { method, headers }: Request,
): boolean {
  if (form === undefined || method !== 'POST') return false
  return formTypes.test(headers.get('content-type') ?? '') && !headers.has('content-encoding')
}
