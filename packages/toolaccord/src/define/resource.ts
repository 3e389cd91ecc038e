import { compact } from '../json/json.ts'
import type { CheckedPath } from '../names/checked-path.ts'
import type { ResourceContents } from '../outcome/content.ts'
import type { CallContext } from './call.ts'

/** Something that clients can read by its URI; `{name}` in the URI makes it a template. */
export interface Resource<Uri extends string = string, Path extends string = string> {
  /** Such as `notes://all`, or `notes://{id}`. */
  readonly uri: Uri
  /**
   * Where it can also be read over HTTP, with the variables of the URI as `:name`, such as
   * `/notes/:id.txt`.
   */
  readonly path?: CheckedPath<Path, VariableOf<Uri>, 'variable'> | undefined
  readonly name: string
  readonly title?: string | undefined
  readonly summary?: string | undefined
  readonly mimeType?: string | undefined
  /** The scopes that a reader must have, all of them. Default: none. */
  readonly scopes?: readonly string[] | undefined
  /**
   * True if variables may hold any text: `/`, `\\`, NUL, `.` and `..` as well, with which a path
   * that is made of them leaves its folder. Default: false, and such a URI is not found.
   */
  readonly unsafeVariables?: boolean | undefined
  /** What MCP shows as its `_meta`, in lists and beside the contents. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** Values of template variables that start with what was typed so far. */
  readonly complete?:
    | {
        readonly [Name in VariableOf<Uri>]?: (
          typed: string,
        ) => readonly string[] | Promise<readonly string[]>
      }
    | undefined
  /** The contents; undefined when there is nothing under these variables. */
  read(
    variables: Readonly<Record<VariableOf<Uri>, string>>,
    context: CallContext,
  ): ResourceBody | undefined | Promise<ResourceBody | undefined>
}

/** Contents whose URI and type are those of the resource. */
export type ResourceBody = ResourceBodyFacts &
  ({ readonly text: string } | { readonly blob: string })

/** What contents say about themselves, all optional. */
export interface ResourceBodyFacts {
  readonly mimeType?: string | undefined
  /** The hash of what was read; HTTP sends it as `ETag`, MCP does not show it. */
  readonly contentHash?: string | undefined
  /** `Cache-Control` over HTTP. Default: `no-cache` where there is a hash, else `no-store`. */
  readonly cacheControl?: string | undefined
  /**
   * `Content-Security-Policy` over HTTP, for a page whose own script or forms shall work. Default:
   * one that runs and fetches nothing, for HTML, SVG and other XML.
   */
  readonly contentSecurityPolicy?: string | undefined
}

/** The variables of a URI template. */
export type VariableOf<Uri extends string> = string extends Uri
  ? string
  : Uri extends `${string}{${infer Name}}${infer Rest}`
    ? Name | VariableOf<Rest>
    : never

/**
 * Declares a resource, or a template of resources.
 *
 * @example
 *   const notes = new Map([['n1', 'Buy milk']])
 *   const note = defineResource({
 *     uri: 'notes://{id}',
 *     name: 'note',
 *     mimeType: 'text/plain',
 *     read({ id }) {
 *       const text = notes.get(id)
 *       return text === undefined ? undefined : { text }
 *     },
 *   })
 */
export const defineResource = <const Uri extends string, const Path extends string = string>(
  init: Resource<Uri, Path>,
): Resource<Uri> => Object.freeze({ ...init })

/** The names of the variables of a URI. */
export const variablesOf = (uri: string): string[] =>
  [...uri.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** True for a URI with variables. */
export const isTemplate = (uri: string): boolean => uri.includes('{')

/** Checks the URI of a resource: only plain variables are known, each once. */
export function uriFaults(uri: string): string[] {
  const variables = variablesOf(uri)
  const isPlain = !/[{}]/.test(uri.replaceAll(/\{\w+\}/g, ''))
  if (isPlain && new Set(variables).size === variables.length) return []
  return [`resource ${uri}: a variable is '{name}', and each may be there once`]
}

/** True if a value could lead out of the folder that it is looked up in. */
const leavesFolder = (value: string): boolean =>
  /[/\\]/.test(value) || value.includes('\0') || /^\.[. ]*$/.test(value)

/** The variables of a resource under a URI, or a path; undefined if it has nothing there. */
export function matchResource(
  { unsafeVariables = false }: Pick<Resource, 'unsafeVariables'>,
  template: string,
  uri: string,
): Readonly<Record<string, string>> | undefined {
  const variables = matchTemplate(template, uri)
  if (variables === undefined || unsafeVariables) return variables
  return Object.values(variables).some(leavesFolder) ? undefined : variables
}

/**
 * The variables of a template that a URI fills in; undefined if it does not fit. It never goes
 * back, because a caller could make that take for ever.
 */
export function matchTemplate(
  template: string,
  uri: string,
): Readonly<Record<string, string>> | undefined {
  const [prefix = '', ...parts] = template.split(/\{(\w+)\}/)
  const variables: Record<string, string> = {}
  if (!uri.startsWith(prefix)) return undefined
  let at = prefix.length
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', literal = ''] = parts.slice(index, index + 2)
    const isLast = index + 2 === parts.length
    const end = isLast ? uri.length - literal.length : uri.indexOf(literal, at + 1)
    if (!uri.startsWith(literal, end)) return undefined
    const value = decode(uri.slice(at, end))
    if (value === undefined) return undefined
    variables[name] = value
    at = end + literal.length
  }
  return at === uri.length ? variables : undefined
}

/** The value of a variable; undefined for a string that it cannot hold, such as a bare slash. */
function decode(text: string): string | undefined {
  if (text === '' || /[/?#]/.test(text)) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The path of a resource as a template, to be matched like its URI. */
export const toPathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** The contents of a resource under the URI that was asked for. */
export function toContents(
  uri: string,
  body: ResourceBody,
  { mimeType, meta }: Pick<Resource, 'mimeType' | 'meta'>,
): ResourceContents {
  const type = body.mimeType ?? mimeType
  const facts = compact({ uri, mimeType: type, _meta: meta })
  return 'text' in body ? { ...facts, text: body.text } : { ...facts, blob: body.blob }
}
