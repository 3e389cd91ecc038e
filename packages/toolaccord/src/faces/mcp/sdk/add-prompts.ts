import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server as SdkServer,
} from '@modelcontextprotocol/server'
import type { Prompt } from '../../../define/prompt.ts'
import type { Server } from '../../../server.ts'
import type { Asker } from './asker.ts'

/** Lets an SDK server answer for the prompts of a server. */
export function addPrompts(sdk: SdkServer, server: Server, ask: Asker): void {
  const prompts = new Map(server.prompts().map((prompt) => [prompt.name, prompt]))
  if (prompts.size === 0) return
  sdk.setRequestHandler('prompts/list', () => ({
    prompts: [...prompts.values()].map(toDefinition),
  }))
  sdk.setRequestHandler('prompts/get', async ({ params }, context) => {
    const prompt = prompts.get(params.name) ?? refuse(`There is no prompt '${params.name}'.`)
    const missing = Object.entries(prompt.arguments ?? {}).find(
      ([name, { required }]) => required && params.arguments?.[name] === undefined,
    )
    if (missing !== undefined)
      refuse(`The prompt '${prompt.name}' needs the argument '${missing[0]}'.`)
    return ask(context, `prompt ${prompt.name}`, async (call) => {
      const messages = await prompt.write(params.arguments ?? {}, call)
      // The cast widens readonly blocks to the SDK's mutable ones; it only serialises them.
      return { description: prompt.summary, messages: [...messages] as GetPromptResult['messages'] }
    })
  })
}

const toDefinition = ({ name, title, summary, arguments: args = {} }: Prompt) => ({
  name,
  ...(title !== undefined && { title }),
  description: summary,
  arguments: Object.entries(args).map(([argument, { summary: about, required = false }]) => ({
    name: argument,
    ...(about !== undefined && { description: about }),
    required,
  })),
})

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
