import { toolNamesOf } from '../define/tool-names.ts'
import type { AnyTool } from '../define/tool.ts'
import { isResultTool } from '../jobs/create-result-tool.ts'
import { repeated } from '../names/repeated.ts'
import { toKebab } from '../names/to-kebab.ts'

/** Checks the name of a tool by itself. */
export function* nameFaults(name: string): Iterable<string> {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
    yield "has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'"
  } else if (name.length > 64) {
    yield `has a name of ${name.length} characters; clients take 64 at most`
  }
}

/** Checks the group of commands that a tool is in. */
export function* groupFaults({ name, cli: { group } }: AnyTool): Iterable<string> {
  if (group === undefined) return
  if (/^[a-z][a-z0-9-]*$/.test(group) && toKebab(name).startsWith(`${group}-`)) return
  yield (
    `cli.group: '${group}' must be the words that its name begins with, in kebab-case, ` +
      "such as 'vocab' for vocab_list"
  )
}

/** Finds names that two tools would share: as a tool, as a command, or as a route. */
export function* collisionFaults(tools: readonly AnyTool[], prefix: string): Iterable<string> {
  const names = tools.map(({ name }) => name)
  const former = tools.flatMap(({ formerly = [] }) => formerly.map(({ name }) => name))
  const bare = repeated(names)
  for (const name of bare) yield `two tools are named '${name}'`
  for (const name of repeated([...names, ...former])) {
    if (former.includes(name)) yield `the former name '${name}' is that of another tool`
  }
  for (const name of repeated(tools.flatMap((tool) => toolNamesOf(tool, prefix)))) {
    if (bare.includes(name) || former.includes(name)) continue
    yield `two tools would be named '${name}' with their prefixes`
  }
  yield* commandCollisions(tools)
  for (const route of repeated(tools.flatMap(toRouteShape))) {
    yield `two tools declare the route ${route}`
  }
}

function* commandCollisions(tools: readonly AnyTool[]): Iterable<string> {
  const names = new Set(tools.map(({ name }) => name))
  for (const command of repeated([...names].map(toKebab))) {
    yield `two tools would share the command '${command}'`
  }
  const groups = new Set(tools.map(({ cli: { group } }) => group))
  for (const { name } of tools) {
    const command = toKebab(name)
    if (!groups.has(command)) continue
    yield `tool '${name}' would be the command '${command}', which is a group of commands`
  }
}

/**
 * A route as a router sees it: the names of its arguments make no difference. The route of jobs has
 * a DELETE beside it.
 */
function toRouteShape(tool: AnyTool): readonly string[] {
  const { rest } = tool
  if (rest?.method === undefined || rest.path === undefined) return []
  const methods = isResultTool(tool) ? [rest.method, 'DELETE'] : [rest.method]
  return methods.map((method) => `${method} ${rest.path.replaceAll(/:\w+/g, ':')}`)
}
