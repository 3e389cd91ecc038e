import type { Face } from '../define/call.ts'
import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { Prompt } from '../define/prompt.ts'
import type { Resource } from '../define/resource.ts'
import { type AnyTool, defineTool } from '../define/tool.ts'
import { type Outcome, isFailure, ok } from '../outcome/outcome.ts'
import { toOwnSchema } from '../schema/to-own-schema.ts'
import { fromThrown } from './from-thrown.ts'

/** Resources and prompts in the form of tools, so that the same policies are asked around them. */
export interface Readables {
  readonly byFace: Readonly<Record<Face, ToolsByName>>
  /** The name of a resource or a prompt in `byFace`. */
  nameOf(one: Resource | Prompt): string
  /** Reads the resource, or writes the prompt, that a tool stands for. It never rejects. */
  run(found: CompiledTool, request: CallRequest): Promise<Outcome>
}

type Answer = (args: never, context: CallRequest) => unknown

/** Makes tools of resources and prompts; their names have a space, as no tool's own has. */
export function toReadables(resources: readonly Resource[], prompts: readonly Prompt[]): Readables {
  const byName = new Map<string, CompiledTool>()
  const answers = new Map<AnyTool, Answer>()
  for (const resource of resources) {
    const found = toCompiled(`resource ${resource.name}`, resource)
    byName.set(resource.uri, found)
    answers.set(found.tool, (variables, context) => resource.read(variables, context))
  }
  for (const prompt of prompts) {
    const found = toCompiled(`prompt ${prompt.name}`, prompt)
    byName.set(found.calledAs, found)
    answers.set(found.tool, (args, context) => prompt.write(args, context))
  }
  return {
    byFace: { direct: byName, cli: byName, rest: byName, mcp: byName },
    nameOf: (one) => ('uri' in one ? one.uri : `prompt ${one.name}`),
    async run({ tool }, request) {
      try {
        // The cast holds because faces give what the resource or the prompt declares.
        const data: unknown = await answers.get(tool)?.(request.args as never, request)
        return ok(data ?? null)
      } catch (thrown) {
        return isFailure(thrown) ? thrown : fromThrown(thrown, request, tool.name)
      }
    },
  }
}

const anything = toOwnSchema<never>({})

function toCompiled(name: string, { summary = name, scopes }: Resource | Prompt): CompiledTool {
  const tool = defineTool({
    name,
    summary,
    scopes,
    effect: 'read',
    output: anything,
    run: () => {
      throw new TypeError(`${name} is not run as a tool`)
    },
  })
  return { tool, calledAs: name, inputSchema: {}, outputSchema: {} }
}
