import type { ToolsByName } from '../define/compiled-tool.ts'
import { nearest } from '../names/nearest.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'

/** The longest name that a tool can have. */
const maxLength = 64

/** How many names a hint lists. */
const maxNames = 20

/**
 * Says that there is no such tool, and which one was probably meant; of one that was left out, that
 * whoever runs the server can offer it.
 */
export function describeUnknownTool(
  name: string,
  tools: ToolsByName,
  leftOut: ToolsByName,
): ReasonProblem {
  const hidden = leftOut.get(name)
  if (hidden !== undefined) return describeLeftOut(name, hidden.tool.name)
  if (name.length > maxLength) {
    const message = `A tool name of ${name.length} characters cannot exist; the limit is 64.`
    return { message }
  }
  const names = [...tools.keys()]
  const meant = nearest(name, names) ?? names.find((known) => known.endsWith(`_${name}`))
  const hint =
    meant === undefined ? `Known tools: ${listNames(tools)}.` : `Did you mean '${meant}'?`
  return { message: `There is no tool '${name}'.`, hint }
}

/** The names of the tools, less those that they had before. */
function listNames(tools: ToolsByName): string {
  const current = [...tools].filter(([, { tool, calledAs }]) => calledAs === tool.name)
  return current
    .slice(0, maxNames)
    .map(([name]) => name)
    .join(', ')
}

const describeLeftOut = (calledAs: string, name: string): ReasonProblem => ({
  message: `The server was started without the tool '${calledAs}'.`,
  hint: `Whoever runs the server can offer it: add ${name} to --tools or TOOLACCORD_TOOLS.`,
})
