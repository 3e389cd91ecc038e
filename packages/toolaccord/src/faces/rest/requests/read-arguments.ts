import { isRecord, sameJson } from '../../../json/json.ts'
import { fromTexts } from '../../from-texts.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { type ToolRoute, takesBody, takesQuery } from './routes.ts'

/** Length of a query string, in characters as they are sent. */
const maxQuery = 8192

/**
 * The arguments that a request gives, in its path and in its query string or body; throws a Refusal
 * when it cannot be read.
 */
export async function readArguments(
  route: ToolRoute,
  request: Request,
  pathTexts: Readonly<Record<string, string>>,
  bodyBytes: number,
): Promise<unknown> {
  const url = new URL(request.url)
  checkUrl(url)
  const schema = route.tool.inputSchema
  const body = await readBody(request, bodyBytes)
  const query = fromTexts(schema, [...url.searchParams])
  const misplaced = takesBody(route) ? (takesQuery(route) ? {} : query) : (body ?? {})
  if (!sameJson(misplaced, {})) throw misplacedArguments(route)
  const given = takesQuery(route) ? addBody(query, route.body, body) : (body ?? {})
  return addPathArguments(given, fromTexts(schema, Object.entries(pathTexts)))
}

function checkUrl({ pathname, search }: URL): void {
  if (search.length > maxQuery) {
    const message = `The query string is over the limit of ${maxQuery} characters.`
    throw new Refusal('too_large', {
      message,
      hint: 'Send the arguments with POST, as a JSON body.',
    })
  }
  try {
    decodeURIComponent(pathname + search)
  } catch {
    throw new Refusal('malformed_input', {
      message: 'The URL is not percent-encoded UTF-8.',
      hint: "Write '%' itself as '%25'.",
    })
  }
}

/**
 * The body as the value of its argument, where it is one; it may be left out, so that the schema
 * says whether it may.
 */
function addBody(
  query: Readonly<Record<string, unknown>>,
  argument: string | undefined,
  body: unknown,
): Readonly<Record<string, unknown>> {
  if (argument === undefined) return query
  if (!Object.hasOwn(query, argument))
    return body === undefined ? query : { ...query, [argument]: body }
  throw new Refusal('malformed_input', {
    message: `'${argument}' is the body of this route and stands in the query string.`,
    path: argument,
    hint: 'Send it as the body.',
  })
}

function misplacedArguments(route: ToolRoute): Refusal {
  const places = takesQuery(route)
    ? 'the query string, not from a body'
    : 'a JSON body, not from the query string'
  return new Refusal('malformed_input', {
    message: `${route.method} ${route.path} takes its arguments from ${places}.`,
  })
}

function addPathArguments(given: unknown, path: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(given)) return given
  const contradicted = Object.keys(path).find(
    (name) => Object.hasOwn(given, name) && !sameJson(given[name], path[name]),
  )
  if (contradicted === undefined) return { ...given, ...path }
  throw new Refusal('invalid_argument', {
    message: `'${contradicted}' is one value in the path and another beside it.`,
    path: contradicted,
    hint: 'Give it in the path only.',
  })
}
