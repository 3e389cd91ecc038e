import { Refusal } from '../../outcome/refusal.ts'
import { plainHeaders } from './pages/info-pages.ts'

/** Answers a request whose path takes other methods only; throws a Refusal unless it asks which. */
export function answerMethod(request: Request, path: string, allow: string): Response {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { ...plainHeaders(request), Allow: allow } })
  const message = `${path} does not take ${request.method}.`
  throw new Refusal('method_not_allowed', { message, hint: `It takes ${allow}.` }, { Allow: allow })
}
