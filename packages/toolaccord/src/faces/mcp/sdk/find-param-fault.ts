import { clip, isRecord } from '../../../json/json.ts'

/** A parameter that a method cannot do without. */
interface NeededParam {
  readonly name: string
  readonly what: string
}

const uri: NeededParam = { name: 'uri', what: 'the URI of a resource, as resources/list gives it' }

const task: NeededParam = { name: 'taskId', what: 'the id of a task, as tools/call gave it' }

const needed: ReadonlyMap<string, NeededParam> = new Map([
  ['tools/call', { name: 'name', what: 'the name of a tool, as tools/list gives it' }],
  ['prompts/get', { name: 'name', what: 'the name of a prompt, as prompts/list gives it' }],
  ['resources/read', uri],
  ['resources/subscribe', uri],
  ['resources/unsubscribe', uri],
  ['tasks/get', task],
  ['tasks/update', task],
  ['tasks/cancel', task],
])

/**
 * Finds what is wrong with the parameters of a request, in one sentence; undefined if nothing is.
 * The SDK would answer for most of it with an internal error.
 */
export function findParamFault(method: string, given: unknown): string | undefined {
  const params = isRecord(given) ? given : {}
  const param = needed.get(method)
  if (param !== undefined && typeof params[param.name] !== 'string') {
    return `${method} needs params.${param.name}, a string: ${param.what}.`
  }
  if (method === 'prompts/get') return findArgumentFault(params.arguments)
  if (method === 'completion/complete') return findCompletionFault(params)
  const { cursor } = params
  if (!method.endsWith('/list') || cursor === undefined || typeof cursor === 'string')
    return undefined
  return `${method} takes params.cursor as a string: the nextCursor of the page before.`
}

function findArgumentFault(args: unknown): string | undefined {
  if (args === undefined) return undefined
  if (!isRecord(args)) return 'prompts/get takes params.arguments as an object of strings.'
  const wrong = Object.keys(args).find((name) => typeof args[name] !== 'string')
  if (wrong === undefined) return undefined
  return `prompts/get takes params.arguments as strings, and '${clip(wrong)}' is not one.`
}

function findCompletionFault({ ref, argument }: Readonly<Record<string, unknown>>) {
  const isArgument =
    isRecord(argument) && typeof argument.name === 'string' && typeof argument.value === 'string'
  if (isRecord(ref) && isKnownRef(ref) && isArgument) return undefined
  return (
    'completion/complete needs params.ref, a prompt by its name or a resource by its uri, ' +
    'and params.argument with name and value.'
  )
}

function isKnownRef({ type, name, uri }: Readonly<Record<string, unknown>>): boolean {
  if (type === 'ref/prompt') return typeof name === 'string'
  return type === 'ref/resource' && typeof uri === 'string'
}
