import { isRecord } from '../../../json/json.ts'
import { type ParamHeader, toParamHeaders } from '../../../schema/param-headers.ts'
import type { Server } from '../../../server.ts'
import { fromHeaderText } from './from-header-text.ts'

/** Reads a header by its name in lower case; undefined or null if it was not sent. */
export type HeaderReader = (name: string) => unknown

/** Holds the headers `Mcp-Param-*` of a call against its arguments, as 2026-07-28 wants. */
export interface ParamCheck {
  /** The names of all such headers of the server. */
  readonly headers: readonly string[]
  /** True if a tool of this name has an argument with a header. */
  isFor(name: string): boolean
  /** Says what is wrong with the headers of a call; undefined if nothing is. */
  findMismatch(params: unknown, headerOf: HeaderReader): string | undefined
}

/** Creates the check of a server; undefined if none of its tools has an argument with a header. */
export function createParamCheck(server: Server): ParamCheck | undefined {
  const byTool = new Map<unknown, readonly ParamHeader[]>()
  for (const { mcpNames, inputSchema } of server.tools()) {
    const params = toParamHeaders(inputSchema)
    if (params.length > 0) for (const name of mcpNames) byTool.set(name, params)
  }
  if (byTool.size === 0) return undefined
  const all = [...byTool.values()].flat()
  return {
    headers: [...new Set(all.map(({ header }) => header))],
    isFor: (name) => byTool.has(name),
    findMismatch(params, headerOf) {
      if (!isRecord(params)) return undefined
      for (const param of byTool.get(params.name) ?? []) {
        const mismatch = findMismatch(param, valueAt(params.arguments, param.path), headerOf)
        if (mismatch !== undefined) return mismatch
      }
      return undefined
    },
  }
}

/** The value at a path in the arguments; undefined if there is none. */
function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function findMismatch(
  { path, header, type }: ParamHeader,
  value: unknown,
  headerOf: HeaderReader,
): string | undefined {
  // What has no text is not repeated; the schema of the tool judges it.
  if (!isRepeated(value)) return undefined
  const sent = headerOf(header.toLowerCase())
  const argument = `the argument '${path.join('.')}'`
  if (typeof sent !== 'string') return `The header ${header} must repeat ${argument}.`
  const text = fromHeaderText(sent)
  if (text === undefined) return `The header ${header} is not valid Base64.`
  const isEqual = type === 'integer' ? isSameNumber(text, value) : text === String(value)
  return isEqual ? undefined : `The header ${header} and ${argument} do not agree.`
}

function isRepeated(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !isUnsafeInteger(value)
  return typeof value === 'string' || typeof value === 'boolean'
}

/** True for an integer that another JSON parser may have read as a neighbour. */
const isUnsafeInteger = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value)

/** `42` and `42.0` are the same integer. */
function isSameNumber(text: string, value: unknown): boolean {
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text) === value
  return text === String(value)
}
